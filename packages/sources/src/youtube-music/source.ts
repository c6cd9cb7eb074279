import { playRank } from "@daybook/core/listening"
import { identity } from "effect"
import { plays } from "../kit/scrobbles/playFile.js"
import { fileSource } from "../kit/SourceDefinition.js"
import { advice, format, settings } from "./exportFile.js"

/** Plays from the watch history of Google Takeout. No API lists them. */
export const youtubeMusic = fileSource({
  id: "youtube-music",
  about: {
    title: "YouTube Music",
    brings: "Plays, from the watch history of Google Takeout.",
    exports: "https://takeout.google.com"
  },
  // A list of videos: names and lengths are those of a video.
  rank: playRank({ rank: 100 }),
  ...plays,
  settings,
  format,
  read: identity,
  fileTitle: "a watch history of YouTube in JSON",
  expected: advice
})
