/** A file's own text, which the build takes along. */
declare module '*?raw' {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: as the build gives it.
  export default text;
}
