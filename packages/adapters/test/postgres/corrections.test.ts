import { correctionsContract } from "../contract/corrections.js"
import { newDatabase } from "../support/database.js"

correctionsContract(newDatabase())
