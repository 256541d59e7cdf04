/** What PDFs are made with: most of the program, so it is loaded when one is wanted first. */

/** `here` is a URL of a file that the fonts may lie beside. */
export async function openPdf(here: string) {
  const [{ openTypefaces }, { createPrinter }, refusals] = await Promise.all([
    import('../pdf/fonts.ts'),
    import('../pdf/printer.ts'),
    import('../pdf/refusals.ts'),
  ]);
  return { faces: openTypefaces(here), createPrinter, ...refusals };
}
export type PdfTools = Awaited<ReturnType<typeof openPdf>>;
