/// The lanes of a program's signposts in a trace, and their texts.
///
/// Intervals of one name may overlap, and begin and end on different threads. So each has a lane, the first of its name that is free,
/// and a lane shows intervals one after another.
struct SignpostLanes {
    /// A lane: the name of its signposts.
    private(set) var names: [String] = []
    /// The texts of events, by their values.
    private(set) var texts: [String] = []
    private var free: [String: [Int32]] = [:]
    private var open: [Key: Int32] = [:]
    private var known: [String: Int] = [:]

    private struct Key: Hashable {
        var name: String
        var id: UInt64
    }

    /// The lane of an event of a kind, and the number of its text. Nil for the end of an interval that has not begun.
    mutating func place(_ kind: TraceEvent.Kind, _ name: String, id: UInt64, text: String) -> (lane: Int32, text: Int)?
    {
        let key = Key(name: name, id: id)
        guard kind != .end else {
            guard let lane = open.removeValue(forKey: key) else { return nil }
            free[name, default: []].append(lane)
            return (lane, 0)
        }
        let lane = free[name]?.popLast() ?? newLane(of: name)
        // An interval that begins again before its end keeps its first beginning's lane open until the trace ends.
        if kind == .begin { open[key] = lane } else { free[name, default: []].append(lane) }
        return (lane, number(of: text))
    }

    private mutating func newLane(of name: String) -> Int32 {
        names.append(name)
        return Int32(names.count - 1)
    }

    private mutating func number(of text: String) -> Int {
        if let number = known[text] { return number }
        texts.append(text)
        known[text] = texts.count - 1
        return texts.count - 1
    }
}
