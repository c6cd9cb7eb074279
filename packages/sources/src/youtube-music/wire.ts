import { isoInstant } from "../kit/schemas.js"
import { fieldsOf, textOf } from "../kit/jsonValues.js"
import { isPlausible } from "../kit/scrobbles/playFile.js"
import { topicArtist } from "./titles.js"

/**
 * An entry of `watch-history.json`, newest first. `header` is a brand and never translated; `title` is a sentence in
 * the language of the account:
 *
 *   {"header":"YouTube Music","title":"Watched Ferry Song","titleUrl":"https://music.youtube.com/watch?v=AAAAAAAAAAA",
 *    "subtitles":[{"name":"Hollow Lanterns - Topic","url":"https://www.youtube.com/channel/UC…"}],
 *    "time":"2025-01-15T10:00:00.123Z","products":["YouTube"],"activityControls":["YouTube watch history"]}
 *
 * Advertisements have `"details":[{"name":"From Google Ads"}]`. Removed videos have no `titleUrl`.
 */
export interface Entry {
  readonly title: string
  readonly url: string | null
  readonly channel: string | null
  readonly at: number
}

const advertisement = "From Google Ads"

/** An entry of music, or why it is none. Null for one that cannot be read. */
export const readEntry = (
  value: unknown,
  now: number,
  options: { readonly isTopicRead: boolean }
): Entry | "not music" | "advertisements" | "removed" | null => {
  const fields = fieldsOf(value)
  const title = textOf(fields?.["title"])
  const at = isoInstant(textOf(fields?.["time"]))
  if (fields === null || title === null || at === null || !isPlausible(at, now)) return null
  if (listOf(fields["details"]).some((detail) => fieldsOf(detail)?.["name"] === advertisement)) return "advertisements"
  const url = addressOf(textOf(fields["titleUrl"]))
  const channel = textOf(fieldsOf(listOf(fields["subtitles"])[0])?.["name"])?.trim() ?? null
  const isMusic =
    fields["header"] === "YouTube Music" ||
    url?.hostname === "music.youtube.com" ||
    (options.isTopicRead && channel !== null && topicArtist(channel) !== null)
  if (!isMusic) return "not music"
  if (url === null || title.includes(url.href)) return "removed"
  return { title, url: url.href, channel, at }
}

/** The sentence of an entry that still has its title: `Watched Ferry Song`. */
export const sentenceOf = (value: unknown): string | null => {
  const fields = fieldsOf(value)
  const [title, address] = [textOf(fields?.["title"]), textOf(fields?.["titleUrl"])]
  return title === null || address === null || title.includes(address) ? null : title
}

const listOf = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])

const addressOf = (text: string | null): URL | null => {
  const url = text !== null && URL.canParse(text) ? new URL(text) : null
  return url !== null && /^https?:$/.test(url.protocol) ? url : null
}
