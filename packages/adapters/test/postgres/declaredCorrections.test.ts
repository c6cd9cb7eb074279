import { declaredCorrectionsContract } from "../contract/declaredCorrections.js"
import { newDatabase } from "../support/database.js"

declaredCorrectionsContract(newDatabase())
