// How ten thousand animations are evaluated.
//
// `evaluate(_:_:at:)` (Evaluate.swift) is the definition: it takes one layer's state and its animations, and gives the
// state at a time. `presentation()` calls it, and a newcomer should read it first. This file and its neighbours
// (TrackBlock, GroupBlock, NumberTrack, TransformColumns) are a faster way to the same bits; tests compare the two ways
// over random animations.
//
// The general way costs a dictionary of values and a few existential boxes for each animation. Most animations need
// none of those: they go from number to number (position, opacity, a rotation) with ordinary timing. A plan sorts them
// once:
//
// - A NumberTrack is one such animation, resolved: its ends as four numbers, its timing, its timing function.
// - A TrackBlock holds all tracks with the same field, timing function and kind of interpolation, and evaluates four at
//   a time. Times become progress, progress goes through the table of the timing function (EasingTable), and the
//   results are written to the states.
// - A GroupBlock does the same for the timing of animation groups, whose children are tracks again.
// - A layer with any other animation (additive, cumulative, along a path, with a value function, from a nil colour,
//   with unusual timing) takes the general way as a whole: then `Member.touched` is not nil.
//
// Between two commits a plan does not change. A commit that edits animations removes the layer's tracks and adds the
// new ones. Blocks are unordered, so a removed track is replaced by the last one. Once more entries are waste than in
// use, the plan is made anew (`isWasteful`).
//
// Evaluation also finds spans of time in which nothing changes (SteadySpan): before all animations begin, after they
// end, between two equal keyframes. Within such a span the layer is not evaluated, and the frame does not change
// because of it.
//
// The cost: evaluation is linear in running animations, 5 to 20 ns each (docs/performance.md). Planning is linear in
// the animations of the layers that a commit changed, and in all of them after a change of the tree's links.

/// The animations of many layers, sorted once after each commit, so that evaluating a frame is fast and allocates
/// nothing: animations between numbers in blocks, all others layer by layer.
package struct EvaluationPlan: Sendable {
    /// A layer with animations. Members are in the order in which they were added.
    package struct Member: Sendable {
        /// The layer's index in the states.
        package var slot: Int32
        /// The properties that its animations may change, if it takes the general way.
        package var touched: PropertyMask?
        /// Whether its animations change only position and transform, and whether they may change the transform.
        fileprivate var moves = false, turns = false
        /// Its tracks that are in no block, as a range in `tracks`.
        fileprivate var tracks: Range<Int32> = 0..<0
        /// Its tracks that are in blocks, as a range in `located`.
        fileprivate var located: Range<Int32> = 0..<0
        /// The number of its groups.
        fileprivate var groups: Int32 = 0
        /// The index in `positions` of its first animation.
        package var first: Int32
        /// Whether its animations may show or hide it.
        package var mayShow: Bool
        /// From the first beginning to the last end of its animations, if all of them are in blocks.
        package var active: SteadySpan?
    }

    private var blocks: [TrackBlock] = []
    private var groups: [GroupBlock] = []
    /// The layers with animations.
    package private(set) var members: [Member] = []
    /// For each animation of all members, the positions of its keyframes.
    package private(set) var positions: [KeyframeState.Positions?] = []
    /// Tracks that are evaluated one by one, and only where a value may be new.
    private var tracks: [NumberTrack] = []
    private var known: [TrackBlock.Key: Int] = [:]
    /// The block of each track, and its index there.
    private var located: [(block: Int32, index: Int32)] = []
    /// The number of entries that belong to removed layers.
    private var waste = 0
    /// How often a layer's animations were sorted since the plan was made. Tests check that a commit causes sorting
    /// only of the layers that it changes.
    package private(set) var sortedCount = 0
    /// The number of members whose animations change more than position and transform, and of those whose transform
    /// they may change.
    private var otherCount = 0, turnedCount = 0
    private var found: [(track: NumberTrack, group: Int, isLong: Bool)] = []
    private var foundGroups: [AnimationState] = []

    package init() {}

    /// The number of animations that are evaluated as tracks.
    package var trackCount: Int { blocks.reduce(tracks.count) { $0 + $1.count } }
    /// The number of layers that take the general way.
    package var generalCount: Int { members.reduce(0) { $0 + ($1.touched == nil ? 0 : 1) } }

    /// Whether animations change only positions and transforms.
    package var movesAlone: Bool { otherCount == 0 }
    /// Whether animations may change transforms.
    package var turns: Bool { turnedCount > 0 }

    /// Removes all members, tracks and blocks.
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

    /// Whether so many entries belong to removed layers that making the plan anew is cheaper.
    package var isWasteful: Bool { waste > 256 && waste > located.count / 2 }

    /// Removes a layer by its index among the members; later members move up.
    ///
    /// *Complexity*: O(its animations), and moving the later members.
    package mutating func remove(at index: Int) {
        let member = members.remove(at: index)
        if !member.moves { otherCount -= 1 }
        if member.turns { turnedCount -= 1 }
        for entry in member.located {
            let (block, position) = located[Int(entry)]
            if let moved = blocks[Int(block)].remove(at: Int(position)) { located[Int(moved)].index = position }
        }
        // Its other entries stay, unused.
        waste += 1 + member.located.count + member.tracks.count + Int(member.groups)
    }

    /// Adds the animations of a layer.
    ///
    /// - Parameter index: the layer's index among the members; nil to append it.
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

    /// Finds the tracks of an animation. False when it is no track, or writes a field that another track writes.
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

    /// Evaluates all blocks, each layer at its local time.
    ///
    /// - Returns: whether a layer became transparent or stopped being so.
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

    /// Evaluates all blocks, all layers at one time.
    ///
    /// - Returns: whether a layer became transparent or stopped being so.
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

    /// The index of the groups that contain a block's tracks; nil for tracks outside of groups.
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

    /// Whether the animations of a member may change how it filters its background.
    package func touchesBackground(_ index: Int) -> Bool {
        members[index].touched?.contains(.backgroundFilters) == true
    }

    /// Whether any animations may change how layers filter their background.
    package var touchesBackground: Bool { members.contains { $0.touched?.contains(.backgroundFilters) == true } }
}

extension AnimationState {
    /// Whether it has many keyframes, or keyframes with easing, so that it is evaluated by itself, and only while it is
    /// visible.
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
            // An animation along a path may also turn the layer.
            if animation.target.property == .position { touched.insert(.transform) }
        case .group(let children):
            for child in children { child.gather(&touched) }
        case .transition: break
        }
    }
}

extension LayerState {
    /// Restores the model values that animations may have changed, and applies the animations at a local time. The
    /// result equals that of evaluating a copy of the model, but no state is copied.
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
