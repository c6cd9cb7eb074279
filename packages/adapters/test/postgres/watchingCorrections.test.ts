import { separatedViewingsContract } from "../contract/watching/separatedViewings.js"
import { titleCorrectionsContract } from "../contract/watching/titleCorrections.js"
import { viewingCorrectionsContract } from "../contract/watching/viewingCorrections.js"
import { watchingCorrectionsContract } from "../contract/watchingCorrections.js"
import { newDatabase } from "../support/database.js"

watchingCorrectionsContract(newDatabase())
titleCorrectionsContract(newDatabase())
viewingCorrectionsContract(newDatabase())
separatedViewingsContract(newDatabase())
