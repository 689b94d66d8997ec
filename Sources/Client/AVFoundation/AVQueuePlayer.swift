import Foundation
import QuartzCore

/// A player that plays items one after the other, without a gap.
///
/// *Source*: Apple, AVPlayer.h.
open class AVQueuePlayer: AVPlayer {
    private var following: [AVPlayerItem] = [] { didSet { soundChanged() } }

    /// Makes a player without items.
    public override init() {
        super.init()
        actionAtItemEnd = .advance
    }

    /// Makes a player of items, which it plays in order.
    public convenience init(items: [AVPlayerItem]) {
        self.init()
        for item in items { insert(item, after: nil) }
    }

    override var advances: Bool { true }
    override var itemsAhead: [AVPlayerItem] { actionAtItemEnd == .advance ? following : [] }

    /// The items that are played from now on, the current one first.
    open func items() -> [AVPlayerItem] { (currentItem.map { [$0] } ?? []) + following }

    /// Whether an item can be put behind another: one that is in no player yet.
    open func canInsert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) -> Bool {
        let all = items()
        return item.player == nil && !all.contains { $0 === item }
            && (afterItem == nil || all.contains { $0 === afterItem })
    }

    /// Puts an item behind another, or at the end for nil. Nothing where it cannot be.
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

    /// Takes an item out; without the current one the next is played.
    open func remove(_ item: AVPlayerItem) {
        if item === currentItem { return advanceToNextItem() }
        following.removeAll { $0 === item }
    }

    /// Takes all items out.
    open func removeAllItems() {
        following.removeAll()
        replaceItem(nil, at: timeOfChange)
    }

    /// Plays the next item from now on.
    open func advanceToNextItem() { goOn(at: timeOfChange) }

    /// Plays an item in place of the current one; those that follow stay.
    open override func replaceCurrentItem(with item: AVPlayerItem?) {
        following.removeAll { $0 === item }
        super.replaceCurrentItem(with: item)
    }

    override func advance(at host: Double) { goOn(at: host) }

    private func goOn(at host: Double?) { replaceItem(following.isEmpty ? nil : following.removeFirst(), at: host) }
}

/// Has a queue player play an item again and again, without a gap and without drift.
///
/// *Source*: Apple, AVPlayerLooper.h.
open class AVPlayerLooper: NSObject {
    /// Whether it loops.
    public enum Status: Int, Sendable {
        /// It has not begun.
        case unknown = 0
        /// It does.
        case ready = 1
        /// It cannot; `error` says why.
        case failed = 2
        /// It was told to stop.
        case cancelled = 3
    }

    private weak var player: AVQueuePlayer?
    private let template: AVPlayerItem
    private let range: CMTimeRange
    /// The items that it has put into the player, which it plays by turns.
    open private(set) var loopingPlayerItems: [AVPlayerItem] = []
    /// How often it was played to its end.
    open private(set) var loopCount = 0
    private var isDisabled = false

    /// Has a player loop an item, or a part of it; the item itself is not played, copies of it are.
    ///
    /// - Parameter timeRange: invalid takes all of it.
    public init(
        player: AVQueuePlayer, templateItem itemToLoop: AVPlayerItem, timeRange loopRange: CMTimeRange = .invalid
    ) {
        (self.player, template, range) = (player, itemToLoop, loopRange)
        super.init()
        // One plays while the next waits.
        for _ in 0..<3 { add() }
    }

    /// Whether it loops.
    open var status: Status {
        if isDisabled { return .cancelled }
        return loopingPlayerItems.contains { $0.status == .failed } ? .failed : .ready
    }
    /// Why it does not; nil while it does.
    open var error: (any Error)? { loopingPlayerItems.lazy.compactMap(\.error).first }

    /// Has the player stop at the end of what it plays.
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
