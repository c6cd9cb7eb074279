import cliTruncate from "cli-truncate"
import stringWidth from "string-width"
import { showsBlocks } from "./screen.js"

/** Columns that a text takes: two for a wide character, none for a mark on another. */
export const widthOf = (text: string): number => stringWidth(text)

/** One line without control characters: names come from others, and a terminal would obey them. */
export const plain = (text: string): string => text.replace(/\p{Cc}+/gu, " ")

const cut = showsBlocks(process.env) ? "…" : "~"

/** A text in at most so many columns; a longer one ends in … */
export const fit = (text: string, width: number): string =>
  widthOf(text) <= width ? text : cliTruncate(text, width, { truncationCharacter: cut })

/** A text in just so many columns. */
export const column = (text: string, width: number, side: "left" | "right" = "left"): string => {
  const shown = fit(text, width)
  const space = " ".repeat(Math.max(0, width - widthOf(shown)))
  return side === "left" ? shown + space : space + shown
}
