import type { FeedEntry } from "../feed/FeedItem.js"
import type { ImageWant } from "../images/ImageWant.js"
import type { Document } from "../search/Document.js"
import type { EntityRef } from "../shared/EntityRef.js"

/** One record of a room as the halls show it; what is null or empty they do not show. */
export interface Entity extends EntityRef {
  readonly document: Document | null
  readonly image: ImageWant | null
  /** Entries to put into the feed; those put before stay until they are retracted, or their entity is withdrawn. */
  readonly feed: ReadonlyArray<FeedEntry>
}
