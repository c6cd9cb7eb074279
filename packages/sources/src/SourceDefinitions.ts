import type { AttendingEnrichmentStore, AttendingWriteServices, RuleBook } from "@daybook/core/attending"
import type { CollectingRecords } from "@daybook/core/collecting"
import type { DeclaredStore, DeclaredWriteServices } from "@daybook/core/domain"
import type { ListeningEnrichmentStore, ListeningWriteServices } from "@daybook/core/listening"
import type { Publisher } from "@daybook/core/publishing"
import type { SourceRanks } from "@daybook/core/ranks"
import type { ArticleBodies, ReadingWriteServices } from "@daybook/core/reading"
import type { RunningRecords } from "@daybook/core/running"
import type { Places, Transaction } from "@daybook/core/shared"
import type { DataVersions } from "@daybook/core/sync"
import type { WatchingEnrichmentStore, WatchingRecords } from "@daybook/core/watching"
import { Context } from "effect"
import type { DocumentParser } from "./documents/DocumentParser.js"
import { definitions } from "./definitions.js"
import type { SourceDefinition } from "./kit/SourceDefinition.js"

/** The services that store the records of any source. */
export type WriterServices =
  | ListeningWriteServices
  | ListeningEnrichmentStore
  | Places
  | RunningRecords
  | WatchingRecords
  | WatchingEnrichmentStore
  | CollectingRecords
  | ReadingWriteServices
  | AttendingWriteServices
  | AttendingEnrichmentStore
  | RuleBook
  | ArticleBodies
  | DocumentParser
  | DeclaredWriteServices
  | DeclaredStore
  | Publisher
  | SourceRanks
  | Transaction
  | DataVersions

/** A provider of whatever domain, before any setting is read. */
export type AnySourceDefinition = SourceDefinition<WriterServices>

/** Every provider that this process knows, in the order in which they are listed: by default the built-in ones. */
export class SourceDefinitions extends Context.Reference<SourceDefinitions>()("@daybook/sources/SourceDefinitions", {
  defaultValue: (): ReadonlyArray<AnySourceDefinition> => definitions
}) {}
