/** How the archive speaks in an account's language. */
export interface ArchiveLanguage {
  /** The first columns, up to Filename; Elapsed Time, Distance, Relative Effort and Commute come again later. */
  readonly columns: readonly [
    id: string,
    date: string,
    name: string,
    type: string,
    description: string,
    elapsed: string,
    distance: string,
    effort: string,
    commute: string,
    gear: string,
    file: string
  ]
  readonly moving: string
  readonly sports: Readonly<Record<string, string>>
  /** How a UTC instant is written. */
  readonly date: (instant: number) => string
}

const inUtc = (locale: string, month: "short" | "2-digit", hour12: boolean) => {
  const format = new Intl.DateTimeFormat(locale, {
    timeZone: "UTC",
    year: "numeric",
    month,
    day: "numeric",
    hour: hour12 ? "numeric" : "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hour12
  })
  return (instant: number) => format.format(instant).replace(/\u202f/g, " ")
}

export const languages = {
  en: {
    columns: [
      "Activity ID",
      "Activity Date",
      "Activity Name",
      "Activity Type",
      "Activity Description",
      "Elapsed Time",
      "Distance",
      "Relative Effort",
      "Commute",
      "Activity Gear",
      "Filename"
    ],
    moving: "Moving Time",
    sports: { Run: "Run", TrailRun: "Trail Run", VirtualRun: "Virtual Run", Ride: "Ride" },
    date: inUtc("en-US", "short", true)
  },
  de: {
    columns: [
      "Aktivitäts-ID",
      "Aktivitätsdatum",
      "Name der Aktivität",
      "Aktivitätsart",
      "Aktivitätsbeschreibung",
      "Verstrichene Zeit",
      "Distanz",
      "Relative Leistung",
      "Pendeln",
      "Aktivitätsausrüstung",
      "Dateiname"
    ],
    moving: "Bewegungszeit",
    sports: { Run: "Lauf", TrailRun: "Traillauf", VirtualRun: "Virtueller Lauf", Ride: "Radfahrt" },
    date: inUtc("de-DE", "2-digit", false)
  },
  fr: {
    columns: [
      "ID de l'activité",
      "Date de l'activité",
      "Nom de l'activité",
      "Type d'activité",
      "Description de l'activité",
      "Temps écoulé",
      "Distance",
      "Effort relatif",
      "Déplacement domicile-travail",
      "Équipement",
      "Nom du fichier"
    ],
    moving: "Durée de déplacement",
    sports: { Run: "Course à pied", TrailRun: "Trail", VirtualRun: "Course à pied virtuelle", Ride: "Sortie vélo" },
    date: inUtc("fr-FR", "short", false)
  },
  ja: {
    columns: [
      "アクティビティID",
      "アクティビティ日",
      "アクティビティ名",
      "アクティビティタイプ",
      "アクティビティの説明",
      "経過時間",
      "距離",
      "相対的エフォート",
      "通勤",
      "アクティビティギア",
      "ファイル名"
    ],
    moving: "移動時間",
    sports: { Run: "ラン", TrailRun: "トレイルラン", VirtualRun: "バーチャルラン", Ride: "ライド" },
    date: inUtc("ja-JP", "2-digit", false)
  }
} as const satisfies Readonly<Record<string, ArchiveLanguage>>
