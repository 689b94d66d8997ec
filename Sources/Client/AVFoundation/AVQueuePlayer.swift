import Foundation
import QuartzCore

/// A player of a queue of items, which follow each other without a gap.
///
/// *Source*: Apple, AVPlayer.h.
open class AVQueuePlayer: AVPlayer {
    private var following: [AVPlayerItem] = [] { didSet { soundChanged() } }

    /// Makes a player without items.
    public override init() {
        super.init()
        actionAtItemEnd = .advance
    }

    /// Makes a player of items, in order.
    public convenience init(items: [AVPlayerItem]) {
        self.init()
        for item in items { insert(item, after: nil) }
    }

    override var advances: Bool { true }
    override var itemsAhead: [AVPlayerItem] { actionAtItemEnd == .advance ? following : [] }

    /// The current item and the items after it.
    open func items() -> [AVPlayerItem] { (currentItem.map { [$0] } ?? []) + following }

    /// Whether an item can be inserted: it must not be in a player.
    open func canInsert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) -> Bool {
        let all = items()
        return item.player == nil && !all.contains { $0 === item }
            && (afterItem == nil || all.contains { $0 === afterItem })
    }

    /// Inserts an item after another, or at the end for nil; does nothing when the item cannot be inserted.
    open func insert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) {
        guard canInsert(item, after: afterItem) else { return }
        if currentItem == nil {
            replaceItem(item, at: timeOfChange)
        } else if let afterItem, afterItem === currentItem {
            following.insert(item, at: 0)
        } else if let index = following.firstIndex(where: { $0 === afterItem }) {
            following.insert(item, at: index + 1)
        } else {
            following.append(item)
        }
    }

    /// Removes an item; if it is the current item, the next item plays.
    open func remove(_ item: AVPlayerItem) {
        if item === currentItem { return advanceToNextItem() }
        following.removeAll { $0 === item }
    }

    /// Removes all items.
    open func removeAllItems() {
        following.removeAll()
        replaceItem(nil, at: timeOfChange)
    }

    /// Plays the next item now.
    open func advanceToNextItem() { goOn(at: timeOfChange) }

    /// Replaces the current item; the items after it stay.
    open override func replaceCurrentItem(with item: AVPlayerItem?) {
        following.removeAll { $0 === item }
        super.replaceCurrentItem(with: item)
    }

    override func advance(at host: Double) { goOn(at: host) }

    private func goOn(at host: Double?) { replaceItem(following.isEmpty ? nil : following.removeFirst(), at: host) }
}

/// Repeats an item in a queue player, without gaps or drift.
///
/// *Source*: Apple, AVPlayerLooper.h.
open class AVPlayerLooper: NSObject {
    /// The status of a looper.
    public enum Status: Int, Sendable {
        /// The looper has not begun.
        case unknown = 0
        /// The looper loops.
        case ready = 1
        /// The looper cannot loop; `error` has the reason.
        case failed = 2
        /// Looping was disabled.
        case cancelled = 3
    }

    private weak var player: AVQueuePlayer?
    private let template: AVPlayerItem
    private let range: CMTimeRange
    /// The copies of the item in the player, which play in turn.
    open private(set) var loopingPlayerItems: [AVPlayerItem] = []
    /// How often the item was played to its end.
    open private(set) var loopCount = 0
    private var isDisabled = false

    /// Loops an item, or a part of it. The player plays copies of the item, not the item itself.
    ///
    /// - Parameter loopRange: The part to loop; invalid: the whole item.
    public init(
        player: AVQueuePlayer, templateItem itemToLoop: AVPlayerItem, timeRange loopRange: CMTimeRange = .invalid
    ) {
        (self.player, template, range) = (player, itemToLoop, loopRange)
        super.init()
        // One copy plays while the next waits.
        for _ in 0..<3 { add() }
    }

    /// The status of the looper.
    open var status: Status {
        if isDisabled { return .cancelled }
        return loopingPlayerItems.contains { $0.status == .failed } ? .failed : .ready
    }
    /// The reason that the looper cannot loop; nil while it can.
    open var error: (any Error)? { loopingPlayerItems.lazy.compactMap(\.error).first }

    /// Stops looping: the player ends after the current copy.
    open func disableLooping() {
        isDisabled = true
        for item in loopingPlayerItems where item !== player?.currentItem { player?.remove(item) }
    }

    private func add() {
        guard let player else { return }
        let item = AVPlayerItem(asset: template.asset)
        item.forwardPlaybackEndTime = range.isValid ? range.end : template.forwardPlaybackEndTime
        item.reversePlaybackEndTime = template.reversePlaybackEndTime
        item.timeline.move(to: range.isValid ? max(0, range.start.seconds) : 0, at: nil)
        item.whenEnded = { [weak self, weak item] in
            guard let self, !isDisabled else { return }
            loopCount += 1
            loopingPlayerItems.removeAll { $0 === item }
            add()
        }
        loopingPlayerItems.append(item)
        player.insert(item, after: nil)
    }
}
