/** Names of runs in the archive, in each account language, and the API's names. */
const words: Readonly<Record<string, ReadonlyArray<string>>> = {
  Run: [
    "Run",
    "Running",
    "Lauf",
    "Laufen",
    "Course",
    "Course à pied",
    "Carrera",
    "Correr",
    "Corsa",
    "Corrida",
    "Hardloop",
    "Hardlopen",
    "Hardloopsessie",
    "ラン",
    "ランニング",
    "跑步",
    "달리기",
    "Забег",
    "Бег",
    "Пробежка",
    "Bieg",
    "Bieganie",
    "Löpning",
    "Løb",
    "Løping",
    "Juoksu",
    "Běh",
    "Koşu",
    "Lari"
  ],
  TrailRun: [
    "Trail Run",
    "TrailRun",
    "Trail Running",
    "Traillauf",
    "Trailrun",
    "Trail-Run",
    "Trail",
    "Carrera de montaña",
    "Carrera por montaña",
    "Trail running",
    "Corsa su sentiero",
    "Corsa trail",
    "Corrida em trilha",
    "Corrida de trilha",
    "Corrida de trilhos",
    "Corrida de trail",
    "トレイルラン",
    "トレイルランニング",
    "越野跑",
    "트레일 러닝",
    "트레일 달리기",
    "Трейл",
    "Трейлраннинг",
    "Бег по пересеченной местности"
  ],
  VirtualRun: [
    "Virtual Run",
    "VirtualRun",
    "Virtueller Lauf",
    "Virtuelles Laufen",
    "Course à pied virtuelle",
    "Course virtuelle",
    "Carrera virtual",
    "Corsa virtuale",
    "Corrida virtual",
    "Virtuele hardloopsessie",
    "Virtueel hardlopen",
    "バーチャルラン",
    "虚拟跑步",
    "虛擬跑步",
    "가상 달리기",
    "Виртуальный забег"
  ]
}

const plain = (word: string) => word.normalize("NFKC").trim().toLowerCase()
const byWord = new Map(
  Object.entries(words).flatMap(([sport, names]) => names.map((name) => [plain(name), sport] as const))
)

/** Common other sports, so that their recordings need not be opened. */
const others = new Set(
  [
    "ride",
    "walk",
    "hike",
    "swim",
    "workout",
    "yoga",
    "weight training",
    "virtual ride",
    "e-bike ride",
    "alpine ski",
    "nordic ski",
    "radfahrt",
    "spaziergang",
    "wanderung",
    "schwimmen",
    "sortie vélo",
    "marche",
    "randonnée",
    "natation",
    "vuelta ciclista",
    "caminata",
    "pedalada",
    "caminhada",
    "rit",
    "wandeling"
  ].map(plain)
)

export type ArchiveSport = "Run" | "TrailRun" | "VirtualRun" | "other"

/** Maps a sport name in any language to a kind of run or `other`; null for an unknown name. */
export const sportOf = (word: string): ArchiveSport | null => {
  const sport = byWord.get(plain(word))
  if (sport !== undefined) return sport as ArchiveSport
  return others.has(plain(word)) ? "other" : null
}
