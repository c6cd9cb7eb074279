import type { Mention } from "@daybook/core/attending"
import type { Days } from "@daybook/core/shared"
import type { Page, PullRequest, SourceFailure } from "@daybook/core/sync"
import type { Stream } from "effect"
import type { DocumentParser } from "../../documents/DocumentParser.js"

/** How a source of mentions is read: what is new or everything, or only what is of some days. */
export interface Pull {
  readonly pull: (request: PullRequest) => Stream.Stream<Page<Mention>, SourceFailure, DocumentParser>
  readonly pullDays: (days: Days) => Stream.Stream<Page<Mention>, SourceFailure, DocumentParser>
}
