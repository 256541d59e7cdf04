/** Every customer of the sandbox with its verification. */
import { useQuery } from '@tanstack/react-query';
import { sandboxListLimit } from '../../../bridge/sandbox-tables.ts';
import { useBridge } from '../../app/bridge/bridge-context.ts';
import { DetailStates } from '../../components/detail-states.tsx';
import { NameOrId } from '../../components/name-or-id.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { Section } from '../../components/section.tsx';
import { customerPaths } from '../customers/paths.ts';
import { KycMark, MoveKyc, MoveTerms, TermsMark } from './customer-moves.tsx';
import { NoCustomer } from './sandbox-section.tsx';
import { SandboxTable } from './sandbox-table.tsx';
import { sandboxTexts } from './texts.ts';

const texts = sandboxTexts.customers;

export function CustomersSection() {
  const { queries } = useBridge();
  const input = { id: null };
  const customers = useQuery(queries.sandboxControls.customers.queryOptions({ input }));
  return (
    <Section title={texts.title} lead={`${texts.lead} ${sandboxTexts.newest(sandboxListLimit)}`}>
      <DetailStates query={customers} isList>
        {(rows) =>
          rows.length === 0 ? (
            <NoCustomer />
          ) : (
            <SandboxTable
              label={texts.title}
              headings={[texts.customer, texts.kyc, texts.moveKyc, texts.terms, texts.moveTerms]}
            >
              {rows.map((customer) => (
                <tr key={customer.id}>
                  <td>
                    <PageLink href={customerPaths.one(customer.id)}>
                      <NameOrId name={customer.name} id={customer.id} />
                    </PageLink>
                  </td>
                  <td>
                    <KycMark customer={customer} />
                  </td>
                  <td>
                    <MoveKyc customer={customer} />
                  </td>
                  <td>
                    <TermsMark customer={customer} />
                  </td>
                  <td>
                    <MoveTerms customer={customer} />
                  </td>
                </tr>
              ))}
            </SandboxTable>
          )
        }
      </DetailStates>
    </Section>
  );
}
