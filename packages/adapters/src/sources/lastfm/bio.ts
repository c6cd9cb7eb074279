import { plainText } from "../archive/plainText.js"

/** What stands at the end of every biography: the link to its page, and the licence. */
const readMore = /<a\s[^<>]*>\s*Read more (?:about .{0,200} )?on Last\.fm\s*<\/a>\.?/gi
const licence = /User-contributed text is available under the Creative Commons By-SA License;? ?additional terms may apply\.?/gi

/** A biography as plain text: paragraphs by empty lines, no markup, no link to itself, no licence; null when nothing is left. */
export const bioText = (html: string | null | undefined): string | null => plainText((html ?? "").replace(readMore, "").replace(licence, ""))
