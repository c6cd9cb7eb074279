import type { Candidate, ImageRequest } from "@daybook/core/images"

/** A picture can wait for a later drain, so a rate-limited provider is skipped after this long. */
export const patienceMs = 6_000

/** The first hint among some names; undefined if there is none. */
export const hintOf = ({ hints }: ImageRequest, ...names: ReadonlyArray<string>): string | undefined =>
  names.map((name) => hints[name]?.trim()).find((value) => value !== undefined && value !== "")

/** The artist and the title of a record. */
export const recordOf = (want: ImageRequest) => ({
  artist: hintOf(want, "artist"),
  title: hintOf(want, "album", "title")
})

const isWebAddress = (url: string) => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)

/** Candidates from URLs; drops missing and invalid ones. */
export const candidates = (
  source: string,
  urls: ReadonlyArray<string | null | undefined>,
  side: number | null = null
): ReadonlyArray<Candidate> =>
  urls.flatMap((url) =>
    typeof url === "string" && isWebAddress(url) ? [{ source, url, width: side, height: side }] : []
  )
