import type { FileSample, ImportFile } from "@daybook/core/sync"
import { Stream } from "effect"
import { baseName, type Member } from "../kit/exportFile/members.js"
import { recordPages, type RecordRow } from "../kit/exportFile/recordFile.js"
import { jsonRows } from "../kit/exportFile/members.js"
import { readSegment, readTimelineObject } from "./segments.js"

const isDeviceMember = (name: string): boolean => /^(?:timeline|location-history)\.json$/.test(name)
const isMonth = (name: string): boolean => /^\d{4}_\p{L}+\.json$/u.test(name)

const isJson = (head: string) => /^\ufeff?\s*[[{]/.test(head)

/** Whether a file is an export of the timeline on a phone. */
export const recogniseDevice = ({ entries, text }: FileSample): boolean =>
  (entries ?? []).some((name) => isDeviceMember(baseName(name))) ||
  (isJson(text) &&
    (text.includes('"semanticSegments"') ||
      (text.includes('"startTime"') && /"(?:visit|activity|timelinePath|timelineMemory)"\s*:/.test(text))))

/** Whether a file is a Takeout with the semantic location history, or a month of it. */
export const recogniseTakeout = ({ entries, text }: FileSample): boolean =>
  (entries ?? []).some((name) => isMonth(baseName(name))) || (isJson(text) && text.includes('"timelineObjects"'))

const rowsBy =
  (read: (value: unknown) => RecordRow, list: string) => (member: Member, cutShort: (where: string) => void) =>
    Stream.map(jsonRows(member, cutShort, list), ({ place, value }) => ({ place, row: read(value) }))

/** Visits of `Timeline.json` from Android and `location-history.json` from an iPhone. */
export const deviceFile = (file: ImportFile) =>
  recordPages(file, {
    source: "google-timeline",
    record: "visit",
    title: "an export of the timeline on a phone",
    expected: "export the timeline in the settings of the phone, and give the file",
    recognise: recogniseDevice,
    isMember: isDeviceMember,
    rows: rowsBy(readSegment, "semanticSegments")
  })

/** Visits of the semantic location history that Takeout had until 2024. */
export const takeoutFile = (file: ImportFile) =>
  recordPages(file, {
    source: "google-timeline-takeout",
    record: "visit",
    title: "a Takeout with the semantic location history",
    expected: "give the zip archive of Takeout, or a month such as 2023_JANUARY.json; Records.json has no visits",
    recognise: recogniseTakeout,
    isMember: isMonth,
    rows: rowsBy(readTimelineObject, "timelineObjects")
  })
