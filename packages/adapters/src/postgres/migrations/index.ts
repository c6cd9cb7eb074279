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
import { domainCounts } from "./0021_domain_counts.js"
import { searchRanks } from "./0022_search_ranks.js"
import { domain } from "./0023_domain.js"
import { changes } from "./0024_changes.js"
import { hooks } from "./0025_hooks.js"
import { grants } from "./0026_grants.js"
import { imports } from "./0027_imports.js"
import { setup } from "./0028_setup.js"
import { scrobblers } from "./0029_scrobblers.js"
import { review } from "./0030_review.js"
import { playEnds } from "./0031_play_ends.js"
import { saves } from "./0032_saves.js"
import { watchSources } from "./0033_watch_sources.js"
import { recordedRuns } from "./0034_recorded_runs.js"
import { ownWordsAndDrift } from "./0035_own_words_and_drift.js"
import { unnumberedEpisodes } from "./0036_unnumbered_episodes.js"
import { titleFolds } from "./0037_title_folds.js"
import { refusedGames } from "./0038_refused_games.js"
import { unknownSeasons } from "./0039_unknown_seasons.js"
import { koreaderIds } from "./0040_koreader_ids.js"
import { lenses } from "./0041_lenses.js"
import { corrections } from "./0042_corrections.js"
import { failingQueues } from "./0043_failing_queues.js"
import { receivedPlays } from "./0044_received_plays.js"
import { hiddenRecords } from "./0045_hidden_records.js"
import { lensTokens } from "./0046_lens_tokens.js"
import { relayedListens } from "./0047_relayed_listens.js"
import { correctedArticles } from "./0048_corrected_articles.js"
import { givenTitles } from "./0049_given_titles.js"
import { eventCorrections } from "./0050_event_corrections.js"
import { lensOfApprovals } from "./0051_lens_of_approvals.js"
import { hiddenTickets } from "./0052_hidden_tickets.js"
import { hiddenRuns } from "./0053_hidden_runs.js"
import { collectionCorrections } from "./0054_collection_corrections.js"
import { sameTitles } from "./0055_same_titles.js"
import { listenHorizon } from "./0056_listen_horizon.js"
import { separatedRuns } from "./0057_separated_runs.js"
import { rawPayloads } from "./0058_raw_payloads.js"
import { givenDates } from "./0059_given_dates.js"
import { hiddenRows } from "./0060_hidden_rows.js"
import { titleNamings } from "./0061_title_namings.js"
import { titlesOfItems } from "./0062_titles_of_items.js"
import { givenMbids } from "./0063_given_mbids.js"
import { separatedViewings } from "./0064_separated_viewings.js"
import { watchSourcesByName } from "./0065_watch_sources_by_name.js"
import { decidedEpisodes } from "./0066_decided_episodes.js"
import { reportedPerformerIds } from "./0067_reported_performer_ids.js"
import { standInsOfArtists } from "./0068_stand_ins_of_artists.js"
import { playsByRecord } from "./0069_plays_by_record.js"

/**
 * Every step of the schema, in the one growing order in which they are applied. Only ever append. A step of one
 * statement needs no file: ``"0025_pace": sql`ALTER TABLE …` `` with the kit's `sql`.
 */
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
  "0020_enrichment_tasks": enrichmentTasks,
  "0021_domain_counts": domainCounts,
  "0022_search_ranks": searchRanks,
  "0023_domain": domain,
  "0024_changes": changes,
  "0025_hooks": hooks,
  "0026_grants": grants,
  "0027_imports": imports,
  "0028_setup": setup,
  "0029_scrobblers": scrobblers,
  "0030_review": review,
  "0031_play_ends": playEnds,
  "0032_saves": saves,
  "0033_watch_sources": watchSources,
  "0034_recorded_runs": recordedRuns,
  "0035_own_words_and_drift": ownWordsAndDrift,
  "0036_unnumbered_episodes": unnumberedEpisodes,
  "0037_title_folds": titleFolds,
  "0038_refused_games": refusedGames,
  "0039_unknown_seasons": unknownSeasons,
  "0040_koreader_ids": koreaderIds,
  "0041_lenses": lenses,
  "0042_corrections": corrections,
  "0043_failing_queues": failingQueues,
  "0044_received_plays": receivedPlays,
  "0045_hidden_records": hiddenRecords,
  "0046_lens_tokens": lensTokens,
  "0047_relayed_listens": relayedListens,
  "0048_corrected_articles": correctedArticles,
  "0049_given_titles": givenTitles,
  "0050_event_corrections": eventCorrections,
  "0051_lens_of_approvals": lensOfApprovals,
  "0052_hidden_tickets": hiddenTickets,
  "0053_hidden_runs": hiddenRuns,
  "0054_collection_corrections": collectionCorrections,
  "0055_same_titles": sameTitles,
  "0056_listen_horizon": listenHorizon,
  "0057_separated_runs": separatedRuns,
  "0058_raw_payloads": rawPayloads,
  "0059_given_dates": givenDates,
  "0060_hidden_rows": hiddenRows,
  "0061_title_namings": titleNamings,
  "0062_titles_of_items": titlesOfItems,
  "0063_given_mbids": givenMbids,
  "0064_separated_viewings": separatedViewings,
  "0065_watch_sources_by_name": watchSourcesByName,
  "0066_decided_episodes": decidedEpisodes,
  "0067_reported_performer_ids": reportedPerformerIds,
  "0068_stand_ins_of_artists": standInsOfArtists,
  "0069_plays_by_record": playsByRecord
}
