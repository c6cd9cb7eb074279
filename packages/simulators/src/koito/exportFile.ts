import type { Scrobble } from "../shared/Scrobble.js"

const named = (name: string, mbid: string, others: ReadonlyArray<string> = []) => ({
  image_url: "",
  mbid: mbid === "" ? null : mbid,
  aliases: [
    ...others.map((alias) => ({ alias, source: "Manual", is_primary: false })),
    { alias: name, source: "Canonical", is_primary: true }
  ]
})

/** A listen as Koito exports it. `others` are further names of the track, `artists` those who play with the first. */
export const koitoListen = (
  play: Scrobble,
  {
    artists = [],
    others = []
  }: { readonly artists?: ReadonlyArray<string>; readonly others?: ReadonlyArray<string> } = {}
) => ({
  listened_at: new Date(play.at * 1_000).toISOString().replace(".000Z", "Z"),
  client: "navidrome",
  track: { ...named(play.track, play.trackMbid, others), duration: play.seconds },
  album: play.album === "" ? null : { ...named(play.album, play.albumMbid), various_artists: false },
  artists: [
    { ...named(play.artist, play.artistMbid), is_primary: true },
    ...artists.map((name) => ({ ...named(name, ""), is_primary: false }))
  ]
})

/** `koito_export_….json`. */
export const koitoExport = (listens: ReadonlyArray<object>): string =>
  JSON.stringify({ version: "1", exported_at: "2025-07-01T00:00:00Z", user: "some[one", listens })
