// `node run.mjs <command> [arguments]`. Plain JavaScript, because a Node older than the project's own
// cannot read what it would run.
const [command = ''] = process.argv.splice(2, 1);
if (Number.parseInt(process.versions.node, 10) < 24) {
  console.error(
    `Causeway needs Node 24 and this is ${process.versions.node}: "npm ci" brings the right one, and "npm run" uses it.`,
  );
  process.exitCode = 1;
} else if (/^[a-z-]+$/.test(command)) {
  await import(`./${command}.ts`);
}
