import Foundation

@objcMembers class Meter: NSObject {
    @objc dynamic var level = 1
    @objc(nameOf:) func name(of key: String) -> String { key + " \(level)" }
    @objc func hook() -> String { "hook of Meter" }
}

extension Meter {
    override var description: String { name(of: #keyPath(Meter.level)) }
}

@objc final class Gauge: Meter {
    override func hook() -> String { "hook of Gauge" }
}
