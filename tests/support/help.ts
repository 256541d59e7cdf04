/** `--help` of the commands that take few options or none. */

/** Prints the text and ends the process when it was asked for; else does nothing. */
export function helpWhenAsked(text: string): void {
  if (!process.argv.some((argument) => argument === '--help' || argument === '-h')) return;
  console.log(text);
  process.exit(0);
}
