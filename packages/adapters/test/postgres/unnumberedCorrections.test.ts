import { unnumberedCorrectionsContract } from "../contract/watching/unnumberedCorrections.js"
import { newDatabase } from "../support/database.js"

unnumberedCorrectionsContract(newDatabase())
