import type { Fetched } from "../fetch/index.js"

const declared = /<meta[^>]+charset\s*=[\s"']*([\w:.-]+)/i
/** Where a page has to say by then which characters it is written in. */
const head = 2_048

/** The text of a page in the characters that its header, its mark or its head names; UTF-8 else. */
export const decoded = ({ bytes, contentType }: Pick<Fetched, "bytes" | "contentType">): string => {
  const named = /charset\s*=\s*"?([\w:.-]+)/i.exec(contentType)?.[1] ?? declared.exec(Buffer.from(bytes.subarray(0, head)).toString("latin1"))?.[1]
  return decoderOf(named ?? "utf-8").decode(bytes).replaceAll("\0", "")
}

const decoderOf = (name: string) => {
  try {
    return new TextDecoder(name)
  } catch {
    return new TextDecoder("utf-8")
  }
}
