/** For tests: what computers of a team do about approvals, one after another and at once. */
import fc from 'fast-check';
import { ends } from './simulated-request.ts';

/** The last one joins later. */
export const joiner = 4;
const computer = fc.nat(joiner);
/** Who asks, mostly one, and who decides. */
const maker = fc.constantFrom(1, 1, 1, 3, joiner);
const decider = fc.constantFrom(0, 0, 3, 3, 2, 1);
const content = fc.nat(1);
/** The newest is 0. */
const which = fc.constantFrom(0, 0, 0, 1, 2);
const end = fc.constantFrom(...ends);

/** Three times of four. */
const mostly = fc.nat(3).map((drawn) => drawn > 0);
const policy = fc.record({
  sets: fc.constantFrom(0, 3),
  approvers: fc.nat(2),
  ofFiles: fc.nat(2),
  without: fc.boolean(),
});

// A form is sent, and approval is requested where that is needed.
const form = fc.record({
  form: maker,
  content,
  /** The same form, whatever is in it by now. */
  isSame: fc.boolean(),
  proposes: mostly,
  end,
});
const run = fc.record({ runs: maker, proposes: mostly });
const decision = fc.record({
  decides: decider,
  which,
  isApproval: mostly,
  /** Everybody reads and sends all before. */
  isAfterAll: mostly,
});
// Past what the page lets do.
const signature = fc.record({
  signs: decider,
  which,
  isApproval: mostly,
  isOfOther: fc.nat(4).map((drawn) => drawn === 0),
});
const sending = fc.record({ sends: which, end, isAfterAll: mostly });
const row = fc.record({ row: which, end });

const turn = fc.record({
  turns: fc.constantFrom(2, 3),
  role: fc.constantFrom('operator', 'approver', 'owner', null),
});

const step = fc.oneof(
  { weight: 2, arbitrary: policy },
  { weight: 3, arbitrary: form },
  { weight: 2, arbitrary: run },
  { weight: 4, arbitrary: decision },
  { weight: 3, arbitrary: signature },
  { weight: 3, arbitrary: sending },
  { weight: 3, arbitrary: row },
  { weight: 1, arbitrary: fc.record({ withdraws: which }) },
  { weight: 2, arbitrary: fc.record({ resumes: which }) },
  { weight: 6, arbitrary: fc.record({ exchange: computer }) },
  { weight: 1, arbitrary: fc.record({ restart: computer }) },
  {
    weight: 2,
    arbitrary: fc.record({ cut: computer, after: fc.nat(5), isLate: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ mend: computer }) },
  { weight: 2, arbitrary: fc.record({ notices: computer }) },
  { weight: 1, arbitrary: fc.record({ hours: fc.nat(80) }) },
  { weight: 1, arbitrary: turn },
  { weight: 2, arbitrary: fc.record({ joins: fc.boolean() }) },
);
export type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

const few = (maxLength: number) => fc.array(step, { maxLength });
/** What is asked, decided and sent, with something in between: the form has other content, or who approved it another role. */
const story = fc
  .tuple(
    fc.oneof(form, run),
    fc.array(fc.oneof(decision, signature), { minLength: 1, maxLength: 4 }),
    fc.option(fc.record({ content, end })),
    fc.option(turn),
    few(2),
    sending,
    row,
    few(2),
    fc.option(signature),
    row,
  )
  .map(([asked, said, changed, ...rest]) => [
    asked,
    ...said,
    changed !== null && 'form' in asked ? { ...asked, ...changed, isSame: true } : null,
    ...rest.flat(),
  ])
  .map((parts) => parts.filter((part) => part !== null));

/** A policy first, that is known to all: without any nothing is asked of anybody. */
export const lived = fc.record({
  policy,
  steps: fc
    .array(
      fc.oneof(
        step.map((one) => [one]),
        story,
      ),
      { minLength: 3, maxLength: 9, size: 'medium' },
    )
    .map((all): Step[] => all.flat()),
});
export type Lived = typeof lived extends fc.Arbitrary<infer One> ? One : never;
