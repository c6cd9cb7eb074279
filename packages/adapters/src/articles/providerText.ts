import { pageOf } from "./Page.js"
import { plainText } from "./plainText.js"

/** Bars and headings that the service puts around an article; the title is known without them. */
const frame = ["#titlebar", "#controlbar_container", ".bar", "header", "#footer", "footer", ".sm", "head", "style", "script"]

/** The article in the page that a read-later service makes of it; null where there is nothing to read in it. */
export const providerText = (html: string): string | null => {
  const document = pageOf(html)
  for (const part of document.querySelectorAll(frame.join(","))) part.remove()
  const story = document.querySelector("#story") ?? document.querySelector("article") ?? document.body
  const text = plainText(story?.innerHTML ?? "")
  return text === "" ? null : text
}
