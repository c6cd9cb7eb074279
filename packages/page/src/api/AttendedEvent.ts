/** An event as the page shows it; the contract has more (`api.md` §2.12, contract §7). */
export interface AttendedEvent {
  readonly id: number
  readonly category: "sports" | "music" | "arts"
  readonly event_date: string
  readonly event_datetime: string | null
  readonly title: string
  readonly subtitle: string | null
  readonly attended: boolean
  readonly status?: string
  readonly venue: { readonly name: string; readonly city: string | null } | null
  readonly event_data?: {
    readonly home_team?: { readonly name: string } | null
    readonly away_team?: { readonly name: string } | null
    readonly home_score?: number | null
    readonly away_score?: number | null
    readonly my_team_won?: boolean | null
  } | null
}

export interface AttendedEvents {
  readonly data: ReadonlyArray<AttendedEvent>
}
