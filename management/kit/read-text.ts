/**
 * The text of a file: UTF-8, or where it is none what Excel writes on Windows in western Europe (Windows-1252), in which
 * every sequence of bytes is a text.
 */
export async function readText(file: Blob): Promise<string> {
  const bytes = await file.arrayBuffer();
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
