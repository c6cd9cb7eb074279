import { defineElement } from "./element.js"
import { feed } from "./feed.js"
import { nowPlaying } from "./nowPlaying.js"
import { top } from "./top.js"
import { yearGrid } from "./yearGrid.js"

defineElement("daybook-now-playing", nowPlaying)
defineElement("daybook-top", top)
defineElement("daybook-feed", feed)
defineElement("daybook-year-grid", yearGrid)

/** The names of the elements. */
export const elements = ["daybook-now-playing", "daybook-top", "daybook-feed", "daybook-year-grid"] as const
