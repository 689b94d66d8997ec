import MicaWire

// How ten thousand animations are evaluated.
//
// `evaluate(_:_:at:)` (Evaluate.swift) is the definition: it takes one layer's state and its animations and gives the
// state at a time. It is what `presentation()` calls, and what a newcomer reads. This file and its neighbours
// (TrackBlock, GroupBlock, NumberTrack, TransformColumns) are a faster way to the same bits; tests compare the two
// over random animations.
//
// The general way costs a dictionary of values and a few existential boxes for each animation. Most animations need
// none of that: they go from number to number (position, opacity, a rotation) with ordinary timing. A plan sorts them
// once:
//
// - A NumberTrack is one such animation, resolved: its ends as four numbers, its timing, its timing function.
// - A TrackBlock is all tracks of the same field, timing function and way of interpolation, side by side, evaluated
//   four at a time. Times become progress, progress goes through one table of the timing function (EasingTable), and
//   the results are written to the states.
// - A GroupBlock does the same for the timing of animation groups, whose children are tracks again.
// - What fits none of this (additive and cumulative animations, paths, value functions, colours from nil, odd timing)
//   stays with its layer: `Member.touched` is not nil then, and the general way evaluates the whole layer.
//
// Between two commits a plan does not change. A commit that edits animations takes the layer's tracks out and puts
// the new ones in; blocks keep no order, so that removing is a swap with the last. Once more is waste than in use,
// the plan is made anew (`isWasteful`).
//
// Spans of time in which nothing changes (SteadySpan) are found while evaluating: before all animations begin, after
// they end, between two equal keyframes. Within them a layer is not evaluated, and the frame is known not to change
// because of it.
//
// What it costs: evaluating is linear in running animations, 5 to 20 ns each (docs/performance.md); planning is
// linear in the animations of the layers that a commit changed, and in all of them after a change of the tree's
// links.

/// The animations of many layers, sorted once after each commit so that a frame evaluates them fast and without a new
/// object: those from a number to a number in blocks, all others layer by layer.
package struct EvaluationPlan: Sendable {
    /// A layer with animations, in the order in which they were added.
    package struct Member: Sendable {
        /// The layer's place among the states.
        package var slot: Int32
        /// What its animations may change, where they take the general way.
        package var touched: PropertyMask?
        /// Whether its animations change no more than where it is, and whether they may turn it.
        fileprivate var moves = false, turns = false
        /// Its tracks that are in no block.
        fileprivate var tracks: Range<Int32> = 0..<0
        /// Where in `located` those are that are in blocks.
        fileprivate var located: Range<Int32> = 0..<0
        /// How many groups it has.
        fileprivate var groups: Int32 = 0
        /// Where in `positions` those of its animations start.
        package var first: Int32
        /// Whether its animations may show or hide it.
        package var mayShow: Bool
        /// The time from the first beginning of its animations to the last end, where all of them are in blocks.
        package var active: SteadySpan?
    }

    private var blocks: [TrackBlock] = []
    private var groups: [GroupBlock] = []
    /// The layers with animations.
    package private(set) var members: [Member] = []
    /// Where the keyframes of all their animations are.
    package private(set) var positions: [KeyframeState.Positions?] = []
    /// Tracks that go one by one, and no more often than there is something new of them.
    private var tracks: [NumberTrack] = []
    private var known: [TrackBlock.Key: Int] = [:]
    /// The block of a track, and its place in there.
    private var located: [(block: Int32, index: Int32)] = []
    /// How many entries belong to layers that were removed.
    private var waste = 0
    /// How often the animations of a layer were sorted since this was made: tests hold that a commit has those sorted again that it
    /// changes, and no others.
    package private(set) var sortedCount = 0
    /// How many layers have animations that change more than where they are, and how many are turned by them.
    private var otherCount = 0, turnedCount = 0
    private var found: [(track: NumberTrack, group: Int, isLong: Bool)] = []
    private var foundGroups: [AnimationState] = []

    package init() {}

    /// How many animations are evaluated as tracks of numbers.
    package var trackCount: Int { blocks.reduce(tracks.count) { $0 + $1.count } }
    /// How many layers take the general way.
    package var generalCount: Int { members.reduce(0) { $0 + ($1.touched == nil ? 0 : 1) } }

    /// Whether no animation changes more than where its layer is, its position and its transform.
    package var movesAlone: Bool { otherCount == 0 }
    /// Whether an animation may turn its layer.
    package var turns: Bool { turnedCount > 0 }

    /// Forgets everything.
    package mutating func removeAll() {
        blocks.removeAll(keepingCapacity: true)
        groups.removeAll(keepingCapacity: true)
        members.removeAll(keepingCapacity: true)
        positions.removeAll(keepingCapacity: true)
        tracks.removeAll(keepingCapacity: true)
        known.removeAll(keepingCapacity: true)
        located.removeAll(keepingCapacity: true)
        (waste, otherCount, turnedCount) = (0, 0, 0)
    }

    /// Whether so many entries belong to removed layers that rebuilding is cheaper.
    package var isWasteful: Bool { waste > 256 && waste > located.count / 2 }

    /// Takes out a layer, by its place among the members; those after it move up.
    ///
    /// *Complexity*: O(its animations), and moving the members after it.
    package mutating func remove(at index: Int) {
        let member = members.remove(at: index)
        if !member.moves { otherCount -= 1 }
        if member.turns { turnedCount -= 1 }
        for entry in member.located {
            let (block, position) = located[Int(entry)]
            if let moved = blocks[Int(block)].remove(at: Int(position)) { located[Int(moved)].index = position }
        }
        // What else it has stays where it is, and is not looked at.
        waste += 1 + member.located.count + member.tracks.count + Int(member.groups)
    }

    /// Takes in the animations of a layer.
    ///
    /// - Parameter index: its place among the members; nil is after all others.
    package mutating func add(
        _ animations: [KeyedAnimation], of model: LayerState, slot: Int32, at index: Int? = nil
    ) {
        guard !animations.isEmpty else { return }
        sortedCount += 1
        found.removeAll(keepingCapacity: true)
        foundGroups.removeAll(keepingCapacity: true)
        var member = Member(slot: slot, touched: nil, first: Int32(positions.count), mayShow: false)
        for entry in animations { positions.append(entry.animation.positions) }
        var touched = PropertyMask()
        for entry in animations { entry.animation.gather(&touched) }
        member.turns = touched.contains(.transform)
        member.moves = touched.isSubset(of: PropertyMask(.position).union(PropertyMask(.transform)))
        if !member.moves { otherCount += 1 }
        if member.turns { turnedCount += 1 }
        var written = PropertyMask()
        for entry in animations {
            if take(entry.animation, of: model, &written) { continue }
            member.touched = touched
            member.mayShow = touched.contains(.opacity) || touched.contains(.hidden)
            members.insert(member, at: index ?? members.count)
            return
        }
        var indices: [Int32] = []
        for group in foundGroups {
            let kind = GroupBlock.Kind(group.timing, group.curve)
            let position = groups.firstIndex { $0.kind == kind } ?? groups.count
            if position == groups.count { groups.append(GroupBlock(kind)) }
            indices.append(groups[position].append(group, slot: slot))
        }
        let start = Int32(tracks.count), firstLocated = Int32(located.count)
        for (track, group, isLong) in found {
            if group < 0, isLong {
                tracks.append(track)
                continue
            }
            let key = TrackBlock.Key(
                track, in: group < 0 ? nil : GroupBlock.Kind(foundGroups[group].timing, foundGroups[group].curve))
            let position = known[key] ?? blocks.count
            if position == blocks.count {
                blocks.append(TrackBlock(key))
                known[key] = position
            }
            located.append((Int32(position), Int32(blocks[position].count)))
            blocks[position].append(
                track, slot: slot, group: group < 0 ? -1 : indices[group], entry: Int32(located.count - 1))
        }
        member.located = firstLocated..<Int32(located.count)
        member.groups = Int32(foundGroups.count)
        member.tracks = start..<Int32(tracks.count)
        member.mayShow = written.contains(.opacity)
        if member.tracks.isEmpty {
            let timings = animations.map { $0.animation.timing }
            member.active = SteadySpan(
                from: timings.reduce(.infinity) { min($0, $1.beginTime - 1e-9 * max(1, abs($1.beginTime))) },
                to: timings.reduce(-.infinity) { max($0, $1.endTime + 1e-9 * max(1, abs($1.endTime))) })
        }
        members.insert(member, at: index ?? members.count)
    }

    /// Finds the tracks of an animation; false when there is none, or they write what others write.
    private mutating func take(_ animation: AnimationState, of model: LayerState, _ written: inout PropertyMask) -> Bool
    {
        var group = -1
        var members = [animation]
        if case .group(let children) = animation.content {
            guard NumberTrack.suits(animation.timing) else { return false }
            group = foundGroups.count
            foundGroups.append(animation)
            members = children
        }
        for member in members {
            guard let track = NumberTrack(member, of: model) else { return false }
            let field = track.field
            if written.contains(field.property), found.contains(where: { $0.track.field.overlaps(field) }) {
                return false
            }
            written.insert(field.property)
            found.append((track, group, member.isLong))
        }
        return true
    }

    /// Evaluates what is in blocks, each layer at its local time.
    ///
    /// - Returns: whether a layer was transparent and no longer is, or the other way.
    @discardableResult
    package mutating func evaluateBlocks(_ states: inout [LayerState], times: [Double]) -> Bool {
        var isOtherwiseShown = false
        for index in groups.indices { groups[index].evaluate(times: times.span) }
        var span = states.mutableSpan
        for index in blocks.indices {
            if let group = group(of: index) {
                blocks[index].evaluate(&span, in: groups[group], &isOtherwiseShown)
            } else {
                blocks[index].evaluate(&span, times: times.span, &isOtherwiseShown)
            }
        }
        return isOtherwiseShown
    }

    /// Evaluates what is in blocks, all layers at one time.
    ///
    /// - Returns: whether a layer was transparent and no longer is, or the other way.
    @discardableResult
    package mutating func evaluateBlocks(_ states: inout [LayerState], at time: Double) -> Bool {
        var isOtherwiseShown = false
        for index in groups.indices { groups[index].evaluate(at: time) }
        var span = states.mutableSpan
        for index in blocks.indices {
            if let group = group(of: index) {
                blocks[index].evaluate(&span, in: groups[group], &isOtherwiseShown)
            } else {
                blocks[index].evaluate(&span, at: time, &isOtherwiseShown)
            }
        }
        return isOtherwiseShown
    }

    /// The groups that a block's tracks are in.
    private func group(of block: Int) -> Int? {
        guard let kind = blocks[block].key.group else { return nil }
        return groups.firstIndex { $0.kind == kind }
    }

    /// Evaluates the animations of a member that are in no block.
    package func evaluate(
        _ member: Member, _ state: inout LayerState, from model: LayerState, _ animations: [KeyedAnimation],
        at time: Double
    ) {
        if let touched = member.touched {
            state.animate(
                from: model, animations, touched: touched, at: time, positions: positions, first: Int(member.first))
        }
        let all = tracks.span
        for index in member.tracks { all[Int(index)].evaluate(at: time, into: &state) }
    }

    /// Whether the animations of a member may change what lies behind it.
    package func touchesBackground(_ index: Int) -> Bool {
        members[index].touched?.contains(.backgroundFilters) == true
    }

    /// Whether animations may change what lies behind layers.
    package var touchesBackground: Bool { members.contains { $0.touched?.contains(.backgroundFilters) == true } }
}

extension AnimationState {
    /// Whether it has so many keyframes, or such, that it is evaluated by itself, and only where it is seen.
    fileprivate var isLong: Bool {
        guard case .property(let animation) = content, case .keyframes(let frames) = animation.values else {
            return false
        }
        return frames.values.count > 8 || (frames.curves?.contains { $0 != nil } ?? false)
    }

    /// Adds the properties that it may change.
    fileprivate func gather(_ touched: inout PropertyMask) {
        switch content {
        case .property(let animation):
            touched.insert(animation.target.property)
            // A layer may turn with its path.
            if animation.target.property == .position { touched.insert(.transform) }
        case .group(let children):
            for child in children { child.gather(&touched) }
        case .transition: break
        }
    }
}

extension LayerState {
    /// Puts back the values that animations may have changed, and applies the animations at a time of the layer: the same
    /// as evaluating a copy of the model, but in the memory of the last time.
    mutating func animate(
        from model: LayerState, _ animations: [KeyedAnimation], touched: PropertyMask, at localTime: Double,
        positions: [KeyframeState.Positions?], first: Int
    ) {
        var bits = touched.rawValue
        while bits != 0 {
            let bit = UInt8(bits.trailingZeroBitCount)
            bits &= bits - 1
            guard let property = PropertyID(rawValue: bit) else { continue }
            if property == .contents { contents.crossFade = nil }
            set(property, to: model[property])
        }
        apply(animations, at: localTime, positions: positions, first: first)
    }
}
