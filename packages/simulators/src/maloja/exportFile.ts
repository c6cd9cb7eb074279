import type { Scrobble } from "../shared/Scrobble.js"

/** Which years' layout: today's, that before albums, or that with the names in the row itself. */
type Layout = "today" | "without albums" | "flat"

/** A scrobble as Maloja exports it. */
export const malojaScrobble = (
  play: Scrobble,
  {
    artists = [play.artist],
    playTime = null,
    layout = "today"
  }: {
    readonly artists?: ReadonlyArray<string>
    /** Seconds, if the client reported them. */
    readonly playTime?: number | null
    readonly layout?: Layout
  } = {}
) =>
  layout === "flat"
    ? { time: play.at, artists, title: play.track, album: play.album === "" ? null : play.album, duration: playTime }
    : {
        time: play.at,
        track: {
          artists,
          title: play.track,
          ...(layout === "without albums"
            ? {}
            : {
                album:
                  play.album === ""
                    ? null
                    : { artists: play.album.startsWith("V") ? null : [play.artist], albumtitle: play.album }
              }),
          length: play.seconds
        },
        duration: playTime,
        origin: "client:navidrome"
      }

/** `maloja_export_<date>.json`. */
export const malojaExport = (scrobbles: ReadonlyArray<object>, exportedAt = 1_736_940_000): string =>
  JSON.stringify({ maloja: { export_time: exportedAt }, scrobbles })
