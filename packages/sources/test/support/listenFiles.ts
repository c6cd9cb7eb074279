/** An export file of a scrobbling service. */
export interface ListenFile {
  readonly source: string
  readonly name: string
  readonly content: string
}

const header = "uts,utc_time,artist,artist_mbid,album,album_mbid,track,track_mbid"
export const lastfm = (
  name: string,
  rows: ReadonlyArray<readonly [uts: number, artist: string, album: string, track: string]>
) => ({
  source: "lastfm",
  name,
  content: [
    header,
    ...rows.map(([uts, artist, album, track]) => `"${uts}","","${artist}","","${album}","","${track}",""`)
  ].join("\n")
})

export const maloja = (name: string, artists: ReadonlyArray<string>): ListenFile => ({
  source: "maloja",
  name,
  content: JSON.stringify({
    maloja: { export_time: 1_736_940_000 },
    scrobbles: [
      {
        time: 1_736_935_200,
        track: {
          artists,
          title: "Ferry Song",
          album: { artists: ["Hollow Lanterns"], albumtitle: "Tin Roof Hours" },
          length: 214
        },
        duration: null,
        origin: "client:navidrome"
      }
    ]
  })
})

export const koito = (name: string, primary: string, other: string, mbid: string | null): ListenFile => {
  const aliases = (...names: ReadonlyArray<string>) =>
    names.map((alias, index) => ({ alias, source: "Manual", is_primary: index === 0 }))
  return {
    source: "koito",
    name,
    content: JSON.stringify({
      version: "1",
      listens: [
        {
          listened_at: "2025-01-15T10:00:00Z",
          client: "navidrome",
          track: { mbid: null, duration: 214, aliases: aliases("Ferry Song") },
          album: { mbid: null, aliases: aliases("Tin Roof Hours"), various_artists: false },
          artists: [{ mbid, is_primary: true, aliases: aliases(primary, other) }]
        }
      ]
    })
  }
}

export const spotify = (name: string, track: string, offlineTimestamp: number): ListenFile => ({
  source: "spotify",
  name,
  content: JSON.stringify([
    {
      ts: "2025-03-01T12:30:00Z",
      ms_played: 93_000,
      master_metadata_track_name: track,
      master_metadata_album_artist_name: "Hollow Lanterns",
      master_metadata_album_album_name: "Tin Roof Hours",
      spotify_track_uri: "spotify:track:4aaaaaaaaaaaaaaaaaaaab",
      offline: false,
      offline_timestamp: offlineTimestamp,
      incognito_mode: false
    }
  ])
})
