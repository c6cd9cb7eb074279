import { spellingsContract } from "../contract/spellings.js"
import { newDatabase } from "../support/database.js"

spellingsContract(newDatabase())
