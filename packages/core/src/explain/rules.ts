/**
 * The rules by which reports become records, with one sentence each. Ids are stable: `domain.topic.rule`. The reference
 * lists them.
 */
export const rules = {
  "listening.play.repeated-row": "One service lists a play in several ways: the most complete row of a moment counts.",
  "listening.play.echo": "One service lists a play twice, with ends a few seconds apart: the first row counts.",
  "listening.play.same-end": "Two lists of one account end a play of one title in the same minute.",
  "listening.play.near-start": "Two services report one title and a common artist within two minutes.",
  "listening.play.within-length":
    "Two services report one title and a common artist within the length of the track, or within what was heard.",
  "listening.play.pause":
    "One service knows only the end of a play, and its computed start is late by a pause of at most an hour.",
  "listening.field.reliable-service": "The most reliable service that reports a play gives its time and names.",
  "listening.artist.same-name":
    "Spellings that differ in case alone are one artist, unless their MusicBrainz ids differ.",
  "listening.artist.most-played-name": "An artist is written like its most played spelling.",
  "listening.title.only-service": "One service alone reports the title, so its spelling counts.",
  "listening.hidden.duplicate": "The play was reported already: it does not count again.",
  "listening.hidden.filter": "A filter of the owner hides the artist, the album or the track.",

  "running.merge.identity": "Two reports are the same recording of one device.",
  "running.merge.start": "Two reports start within a minute, and agree in distance and time.",
  "running.merge.shifted": "Without a time zone, two reports agree closely after a shift by whole quarters of an hour.",
  "running.merge.by-hand": "A correction of the owner says that two reports are one run.",
  "running.field.leading-source": "The most reliable source of a run gives what it knows.",
  "running.field.by-hand": "A correction of the owner gives the value.",
  "running.field.fills-gap": "The next source gives what the more reliable ones do not know.",
  "running.hidden.correction": "A correction of the owner hides the run.",
  "running.hidden.discarded": "The owner deleted the recording.",

  "watching.merge.repeated-event": "One source sent the same event twice within two minutes.",
  "watching.merge.mark-of-play": "A title was marked as watched right after its play.",
  "watching.merge.day-and-time": "One source lists a viewing by its day and by its time.",
  "watching.merge.same-time": "Two players report one title at the same time.",
  "watching.merge.near-days": "Two sources report one title no more than 48 hours apart.",
  "watching.field.best-clock": "The source with the most exact time gives the time of a viewing.",
  "watching.field.diary-first": "The source that is most a diary gives rating, review and rewatch.",
  "watching.field.by-hand": "What the owner entered here stands above all sources.",
  "watching.field.earlier-viewing": "A viewing after another one of the same title is a rewatch, if no source says so.",
  "watching.title.rating": "The most reliable source that rates the title gives its rating, where no viewing has one.",
  "watching.hidden.correction": "A correction of the owner hides the film, the show or the viewing.",
  "watching.hidden.removed": "The owner removed the viewing.",

  "collecting.field.service": "The service that lists a record describes it.",
  "collecting.field.correction": "A correction of the owner gives the title of the record or the disc.",
  "collecting.hidden.correction": "A correction of the owner hides the record or the disc.",

  "reading.merge.same-address": "Saves of one address are one article.",
  "reading.field.earliest-save": "The earliest save gives the time of saving.",
  "reading.field.furthest-progress": "The source with the furthest progress says how far an article was read.",
  "reading.field.latest-save": "The latest save says whether an article is archived.",
  "reading.field.most-detailed": "The most detailed source that has a text gives it.",
  "reading.hidden.repeated-passage": "Another service reports the same passage: it is listed once.",
  "reading.hidden.correction": "A correction of the owner hides the article.",
  "reading.highlight.service": "The service of a highlight gives its text and note.",

  "attending.merge.same-order": "Reports name one order of tickets.",
  "attending.merge.same-game": "A report fits a game of a league.",
  "attending.merge.same-concert": "A report fits a concert of the set-list service.",
  "attending.merge.same-day-place-name": "Reports agree in day, place and name.",
  "attending.field.by-hand": "What the owner entered stands above all sources.",
  "attending.field.league-first": "The league gives what it knows of its game.",
  "attending.field.set-list": "The set-list service gives what it knows of a concert, unless a league does.",
  "attending.field.report-order":
    "Sellers of tickets come before lists of attended events, and those before calendars.",
  "attending.presence.by-hand": "The owner said whether they attended.",
  "attending.presence.reports": "A ticket, a list or a calendar row says that the owner went.",
  "attending.hidden.correction": "A correction of the owner hides the event, or says that the report is none.",
  "attending.hidden.waiting": "The report may be no event, and waits for a decision of the owner.",
  "attending.record.events": "The events of a venue, a performer or a player are what is known of it.",

  "declared.field.by-hand": "A value given by hand stands above all sources, also where it is empty.",
  "declared.field.correction": "A correction of the owner gives the value.",
  "declared.merge.correction": "A correction of the owner says that the two are one.",
  "declared.field.first-source": "The source whose id sorts first gives the value."
} as const

export type RuleId = keyof typeof rules

/** All ids, in the order of the reference. */
export const ruleIds = Object.keys(rules) as ReadonlyArray<RuleId>
