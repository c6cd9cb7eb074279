import type { Tool } from "../Tool.js"
import { events, players } from "./attending.js"
import { breakdown } from "./breakdown.js"
import { collection } from "./collecting.js"
import { compare } from "./compare.js"
import { correct, corrections, undoCorrection } from "./corrections.js"
import { declaredRecords } from "./declaredRecords.js"
import { feed, onThisDay } from "./feed.js"
import { fetchTool } from "./fetch.js"
import { importFile } from "./importFile.js"
import { plays, top } from "./listening.js"
import { now, overview } from "./overview.js"
import { articles, highlights, related } from "./reading.js"
import { runRecords, runs, runTrends } from "./running.js"
import { search } from "./search.js"
import { calendar, stats, streaks } from "./totals.js"
import { watched } from "./watching.js"
import { addViewing, changeViewing, decideEvent, startSync } from "./writes.js"
import { year } from "./year.js"

/** Every tool, sorted by name as they are listed. */
export const allTools: ReadonlyArray<Tool> = [
  ...[
    articles,
    breakdown,
    calendar,
    collection,
    compare,
    events,
    feed,
    fetchTool,
    highlights,
    now,
    onThisDay,
    overview
  ],
  ...[players, plays, related, runRecords, runTrends, runs, search, stats, streaks, top, watched, year],
  ...[declaredRecords],
  ...[addViewing, changeViewing, correct, corrections, decideEvent, importFile, startSync, undoCorrection]
].toSorted((a, b) => (a.name < b.name ? -1 : 1))
