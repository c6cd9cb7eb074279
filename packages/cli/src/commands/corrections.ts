import { Args, Command, Options } from "@effect/cli"
import { describeCommand } from "../help.js"
import { lazily } from "../lazily.js"
import * as commonOptions from "../options.js"

const load = () => import("../actions/corrections.js")

const kinds = ["same", "different", "name", "credit", "identify", "set", "hide"] as const

const optional = (name: string, description: string) =>
  Options.text(name).pipe(Options.withDescription(description), Options.optional)

const keyOption = (name: string, description: string) =>
  Options.keyValueMap(name).pipe(Options.withDescription(description), Options.optional)

const kind = Args.choice<(typeof kinds)[number]>(
  kinds.map((name): [string, (typeof kinds)[number]] => [name, name]),
  { name: "kind" }
).pipe(
  Args.withDescription(
    "same: is the record of --to-…; different: is not; name: is written as --value; credit: belongs to --to-artist or --to-key; " +
      "identify: is --value at a provider, or none; set: has the field and value of --value; hide"
  )
)

const subject = {
  artist: optional("artist", "The artist, or that of the album or track"),
  mbid: optional("mbid", "Its MusicBrainz id, where several artists have the name"),
  album: optional("album", "The album, if one is corrected"),
  track: optional("track", "The track, if one is corrected"),
  toArtist: optional("to-artist", "The artist of the other record; by default the same artist"),
  toMbid: optional("to-mbid", "Its MusicBrainz id"),
  toAlbum: optional("to-album", "The other album; by default one with the same title"),
  toTrack: optional("to-track", "The other track; by default one with the same title"),
  domain: optional("domain", "The domain of the record, such as watching; listening by default"),
  type: optional("type", "The type of the record in another domain, such as movie"),
  key: keyOption("key", "One member of its key, such as title=Ladder; repeat it for others"),
  toKey: keyOption("to-key", "One member of the key of the other record"),
  value: optional(
    "value",
    "The name to write, for name; an id at a provider, for identify: tmdb_id=603; a field and its value, for set: attended=no"
  ),
  reason: optional("reason", "A remark for yourself")
}

const add = Command.make(
  "add",
  {
    kind: Args.optional(kind),
    ...subject,
    file: optional("file", "Adds all corrections of a corrections.ndjson instead"),
    json: commonOptions.json
  },
  (options) => lazily(load, (actions) => actions.add(options))
).pipe(
  Command.withDescription(
    describeCommand(
      "Make a correction, or import those of another home",
      'daybook corrections add same --artist "Velmora Tyde" --to-artist "Velmora Tide"'
    )
  )
)

const preview = Command.make("preview", { kind, ...subject, json: commonOptions.json }, (options) =>
  lazily(load, (actions) => actions.preview(options))
).pipe(
  Command.withDescription(
    describeCommand(
      "Show what a correction would change",
      'daybook corrections preview hide --artist "Velmora Tide" --track "Violet Chalk"'
    )
  )
)

const list = Command.make("list", { json: commonOptions.json }, (options) =>
  lazily(load, (actions) => actions.list(options))
).pipe(Command.withDescription(describeCommand("List the corrections", "daybook corrections list")))

const remove = Command.make(
  "remove",
  {
    id: Args.text({ name: "id" }).pipe(Args.withDescription("The id in `daybook corrections list`")),
    json: commonOptions.json
  },
  (options) => lazily(load, (actions) => actions.remove(options))
).pipe(
  Command.withDescription(
    describeCommand("Take back a correction: as if it had never been", "daybook corrections remove 3")
  )
)

const suggest = Command.make("suggest", { json: commonOptions.json }, (options) =>
  lazily(load, (actions) => actions.suggest(options))
).pipe(
  Command.withDescription(describeCommand("List names that may be one and wait for you", "daybook corrections suggest"))
)

export const corrections = Command.make("corrections").pipe(
  Command.withDescription(
    describeCommand(
      "Correct artists, albums, tracks, films, shows, viewings, articles, books, events and venues",
      'daybook corrections add same --artist "Velmora Tyde" --to-artist "Velmora Tide"'
    )
  ),
  Command.withSubcommands([list, add, remove, suggest, preview])
)
