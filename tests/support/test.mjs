// Plain JavaScript, because a Node older than the project's own cannot read what it would run.
if (Number.parseInt(process.versions.node, 10) < 24) {
  console.error(
    `This needs Node 24 and runs on ${process.versions.node}: use "npm test", which brings its own Node.`,
  );
  process.exitCode = 1;
} else {
  await import('./run-tests.ts');
}
