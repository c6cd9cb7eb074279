import { root } from "../../router/location.js"

/** The address of the host as this page reaches it, without a slash at the end. */
export const hostAddress = (): string => `${location.origin}${root}`.replace(/\/$/, "")

/** What a person pastes into a page: the elements of what the lens shows. */
export const elementsFor = (host: string, key: string, operations: ReadonlyArray<string>): string => {
  const element = (name: string, operation: string, more = "") =>
    operations.includes(operation) ? [`<${name} publishable-key="${key}"${more}></${name}>`] : []
  const grids = ["listening", "running", "watching", "collecting", "reading"]
  const grid = grids.find((domain) => operations.includes(`${domain}.calendar`))
  return [
    `<script type="module" src="${host}/p/embed.js"></script>`,
    ...element("daybook-now-playing", "listening.nowPlaying"),
    ...element("daybook-top", "listening.topArtists"),
    ...element("daybook-feed", "feed.all"),
    ...(grid === undefined ? [] : element("daybook-year-grid", `${grid}.calendar`, ` domain="${grid}"`))
  ].join("\n")
}

/** The addresses of the feeds of a lens. */
export const feedsOf = (host: string, lens: string): ReadonlyArray<string> =>
  ["xml", "atom", "json"].map((format) => `${host}/p/${lens}/feed.${format}`)

/** Origins that a person wrote, one a line or separated by commas. */
export const originsIn = (text: string): ReadonlyArray<string> =>
  text
    .split(/[\s,]+/)
    .filter((origin) => origin !== "")
    .map((origin) => origin.replace(/\/+$/, ""))
