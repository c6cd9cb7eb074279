import { halls } from "./0001_halls.js"
import { listening } from "./0002_listening.js"
import { feed } from "./0003_feed.js"
import { search } from "./0004_search.js"
import { images } from "./0005_images.js"
import { tokens } from "./0006_tokens.js"
import { inbox } from "./0007_inbox.js"
import { running } from "./0008_running.js"
import { watching } from "./0009_watching.js"
import { collecting } from "./0010_collecting.js"
import { reading } from "./0011_reading.js"
import { attending } from "./0012_attending.js"
import { durations } from "./0013_durations.js"
import { names } from "./0014_names.js"
import { fullLists } from "./0015_full_lists.js"
import { enrichment } from "./0016_enrichment.js"
import { archives } from "./0017_archives.js"
import { jobs } from "./0018_jobs.js"
import { spellings } from "./0019_spellings.js"
import { enrichmentTasks } from "./0020_enrichment_tasks.js"

/** Every step of the schema, in the one growing order in which they are applied. Only ever append. */
export const migrations = {
  "0001_halls": halls,
  "0002_listening": listening,
  "0003_feed": feed,
  "0004_search": search,
  "0005_images": images,
  "0006_tokens": tokens,
  "0007_inbox": inbox,
  "0008_running": running,
  "0009_watching": watching,
  "0010_collecting": collecting,
  "0011_reading": reading,
  "0012_attending": attending,
  "0013_durations": durations,
  "0014_names": names,
  "0015_full_lists": fullLists,
  "0016_enrichment": enrichment,
  "0017_archives": archives,
  "0018_jobs": jobs,
  "0019_spellings": spellings,
  "0020_enrichment_tasks": enrichmentTasks
}
