/**
 * Decodes a text file as UTF-8. If the file is not valid UTF-8, decodes it as Windows-1252, which Excel writes on
 * Windows in western Europe, and in which every byte sequence is valid.
 */
export async function readText(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
