import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseSync, Visitor } from 'vite';

/** What one built JavaScript file asks for. */
export interface BuiltModule {
  /** `import … from`, `export … from`: loaded before the file runs. */
  readonly staticImports: readonly string[];
  /** `import('…')` with a fixed name. */
  readonly dynamicImports: readonly string[];
  /** `require('…')`; a computed name is listed as its source text. */
  readonly requires: readonly string[];
  /** Has any import or export, `import.meta` or top-level await: not loadable as a plain script. */
  readonly isModule: boolean;
}

export function readBuiltModule(code: string): BuiltModule {
  const { program, module, errors } = parseSync('built.js', code);
  if (errors.length > 0) throw new Error(errors.map((error) => error.message).join('\n'));
  const requires: string[] = [];
  new Visitor({
    CallExpression({ callee, arguments: [first] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'require' || !first) return;
      const isText = first.type === 'Literal' && typeof first.value === 'string';
      requires.push(isText ? String(first.value) : code.slice(first.start, first.end));
    },
  }).visit(program);
  const text = (start: number, end: number) => code.slice(start, end).replace(/^['"`]|['"`]$/g, '');
  return {
    staticImports: [
      ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
      ...module.staticExports.flatMap(({ entries }) =>
        entries.flatMap((entry) => (entry.moduleRequest ? [entry.moduleRequest.value] : [])),
      ),
    ],
    dynamicImports: module.dynamicImports.map(({ moduleRequest }) =>
      text(moduleRequest.start, moduleRequest.end),
    ),
    requires,
    isModule: module.hasModuleSyntax || module.dynamicImports.length > 0,
  };
}

export interface Reach {
  /** Built files, absolute. */
  readonly files: readonly string[];
  /** Everything else that is asked for by name: packages and Node's own modules. */
  readonly packages: readonly string[];
}

/** What a program can load, from its entry file on. */
export function reachableFrom(entry: string, { dynamic }: { dynamic: boolean }): Reach {
  const files = new Set<string>();
  const packages = new Set<string>();
  const open = [entry];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    const { staticImports, dynamicImports, requires } = readBuiltModule(readFileSync(file, 'utf8'));
    for (const name of [...staticImports, ...(dynamic ? dynamicImports : []), ...requires]) {
      if (name.startsWith('.')) open.push(join(dirname(file), name));
      else packages.add(name);
    }
  }
  return { files: [...files], packages: [...packages] };
}
