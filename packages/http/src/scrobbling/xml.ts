import { type Element, element, xmlDocument } from "../kit/xml.js"

/** A document of the AudioScrobbler protocol. */
export const lfm = (status: "ok" | "failed", content: ReadonlyArray<Element>): string =>
  xmlDocument(element("lfm", content, { status }))
