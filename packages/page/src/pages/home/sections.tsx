import type { ComponentType } from "preact"
import { declaredDomains } from "../../api/declared.js"
import { Domain } from "../../parts/Frame.js"
import { Attending } from "./Attending.js"
import { DeclaredChapter } from "./DeclaredChapter.js"
import { Feed, OnThisDay } from "./Feed.js"
import { Listening } from "./Listening.js"
import { Reading } from "./Reading.js"
import { Running } from "./Running.js"
import { Shelf } from "./Shelf.js"
import { Watching } from "./Watching.js"

export interface Section {
  readonly id: string
  readonly title: string
  readonly Content: ComponentType
}

const WhatHappened = () => (
  <Domain id="feed" title="What happened" more="/feed">
    <Feed />
    <OnThisDay />
  </Domain>
)

/** The sections of `/` in the standard order. */
const sections: ReadonlyArray<Section> = [
  { id: "listening", title: "Listening", Content: Listening },
  { id: "running", title: "Running", Content: Running },
  { id: "watching", title: "Watching", Content: Watching },
  { id: "collecting", title: "The shelf", Content: Shelf },
  { id: "reading", title: "Reading", Content: Reading },
  { id: "attending", title: "Attending", Content: Attending },
  ...declaredDomains.map((domain) => ({
    id: `domain-${domain.name}`,
    title: domain.title,
    Content: () => <DeclaredChapter domain={domain} />
  })),
  { id: "feed", title: "What happened", Content: WhatHappened }
]

export const sectionIds: ReadonlyArray<string> = sections.map(({ id }) => id)

/** The section of an id of `sectionIds`. */
export const sectionOf = (id: string): Section => sections.find((section) => section.id === id)!
