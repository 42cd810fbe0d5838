/**
 * The text of a file: UTF-8, else Windows-1252, which Excel writes on Windows in western Europe and in which
 * every sequence of bytes is valid.
 */
export async function readText(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
