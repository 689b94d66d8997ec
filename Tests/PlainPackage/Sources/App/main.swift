import Foundation
import Kit

let found = [Meter().description, (Gauge() as Meter).hook(), Scale().name(of: #keyPath(Meter.level))]
guard found == ["level 1", "hook of Gauge", "level of a scale"] else {
    print("found", found)
    exit(1)
}
print("as on iOS")
