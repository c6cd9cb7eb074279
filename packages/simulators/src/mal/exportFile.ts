import type { AnimeTitle } from "../anime/list.js"

const two = (value: number | null) => String(value ?? 0).padStart(2, "0")
const day = ({ day, month, year }: AnimeTitle["finished"]) =>
  `${String(year ?? 0).padStart(4, "0")}-${two(month)}-${two(day)}`

const anime = (one: AnimeTitle): string => `
	<anime>
		<series_animedb_id>${one.mal}</series_animedb_id>
		<series_title><![CDATA[${one.title}]]></series_title>
		<series_type>${one.kind === "film" ? "Movie" : "TV"}</series_type>
		<series_episodes>${one.episodes}</series_episodes>
		<my_id>0</my_id>
		<my_watched_episodes>${one.watched}</my_watched_episodes>
		<my_start_date>0000-00-00</my_start_date>
		<my_finish_date>${day(one.finished)}</my_finish_date>
		<my_rated></my_rated>
		<my_score>${one.score}</my_score>
		<my_storage></my_storage>
		<my_status>${one.watched === one.episodes ? "Completed" : "Watching"}</my_status>
		<my_comments><![CDATA[With </anime> in it & more]]></my_comments>
		<my_times_watched>${one.again}</my_times_watched>
		<my_rewatch_value>Low</my_rewatch_value>
		<my_tags><![CDATA[]]></my_tags>
		<update_on_import>1</update_on_import>
	</anime>`

/** `animelist_<time>_-_<id>.xml` of an account. */
export const malList = (titles: ReadonlyArray<AnimeTitle>): string => `<?xml version="1.0" encoding="UTF-8" ?>
<!--
 Created by XML Export feature
-->
<myanimelist>
	<myinfo>
		<user_id>1</user_id>
		<user_name>somebody</user_name>
		<user_export_type>1</user_export_type>
		<user_total_anime>${titles.length}</user_total_anime>
	</myinfo>
${titles.map(anime).join("\n")}
</myanimelist>
`
