import CoreGraphics
import Foundation
import UIKitCore

/// The area in which a layout manager lays out lines. *Units*: points.
@preconcurrency @MainActor open class NSTextContainer: NSObject {
    /// The manager that fills it; nil for none.
    open internal(set) weak var layoutManager: NSLayoutManager?
    /// The view that shows it; nil for none.
    weak var view: UITextView?

    /// Makes a container of a size.
    public init(size: CGSize) {
        self.size = size
        super.init()
    }

    /// Makes a container without limits.
    public convenience override init() {
        self.init(size: CGSize(width: CGFloat.greatestFiniteMagnitude, height: .greatestFiniteMagnitude))
    }

    /// The size; a side of 0 or less has no limit. *Source*: Apple, NSTextContainer.size.
    open var size: CGSize {
        didSet { if size != oldValue { changed() } }
    }

    /// The areas in which no text lies; none at first.
    open var exclusionPaths: [UIBezierPath] = [] {
        didSet { changed() }
    }

    /// The treatment of text that is too wide; in the last line, if the number of lines is limited.
    open var lineBreakMode = NSLineBreakMode.byWordWrapping {
        didSet { if lineBreakMode != oldValue { changed() } }
    }

    /// The distance of text from both sides of a line; 5 at first. *Source*: Apple, NSTextContainer.lineFragmentPadding.
    open var lineFragmentPadding: CGFloat = 5 {
        didSet { if lineFragmentPadding != oldValue { changed() } }
    }

    /// The largest number of lines; 0, as at first, for any.
    open var maximumNumberOfLines = 0 {
        didSet { if maximumNumberOfLines != oldValue { changed() } }
    }

    /// Whether the width is that of the view; false at first.
    open var widthTracksTextView = false
    /// Whether the height is that of the view; false at first.
    open var heightTracksTextView = false

    /// Whether lines are as long as the container, without holes.
    open var isSimpleRectangular: Bool { exclusionPaths.isEmpty }

    private func changed() { layoutManager?.textContainerChangedGeometry(self) }

    /// The part of a proposed line that text may fill. An override gives lines of other shapes, and calls super.
    ///
    /// - Parameter remainingRect: The rest of the line after a hole, where text may go on.
    open func lineFragmentRect(
        forProposedRect proposedRect: CGRect, at characterIndex: Int,
        writingDirection baseWritingDirection: NSWritingDirection,
        remaining remainingRect: UnsafeMutablePointer<CGRect>?
    ) -> CGRect {
        let limit = size.width > 0 && size.width < 1e7 ? size.width : 1e7
        let line = CGRect(
            x: max(0, proposedRect.minX), y: proposedRect.minY,
            width: max(0, min(proposedRect.maxX, limit) - max(0, proposedRect.minX)), height: proposedRect.height)
        unsafe remainingRect?.pointee = .zero
        guard !exclusionPaths.isEmpty else { return line }
        let free = free(of: line)
        guard let first = free.first else { return CGRect(x: line.minX, y: line.minY, width: 0, height: line.height) }
        if free.count > 1, let last = free.last {
            unsafe remainingRect?.pointee = CGRect(
                x: free[1].lowerBound, y: line.minY, width: last.upperBound - free[1].lowerBound, height: line.height)
        }
        return CGRect(
            x: first.lowerBound, y: line.minY, width: first.upperBound - first.lowerBound, height: line.height)
    }

    /// The narrowest part of a line beside a hole that text goes into. *Units*: points. The value is our own.
    static let narrowest: CGFloat = 16

    /// The most places at which a path is tested along a line: every 2 points of the usual lines.
    private static let mostSteps: CGFloat = 2_000

    /// The parts of a line without holes, from left to right. A path is tested along a few heights of the line.
    private func free(of line: CGRect) -> [ClosedRange<CGFloat>] {
        var holes: [ClosedRange<CGFloat>] = []
        for path in exclusionPaths {
            let box = path.bounds
            let (left, right) = (max(box.minX, line.minX) + 0.01, min(box.maxX, line.maxX) - 0.01)
            guard box.minY < line.maxY, box.maxY > line.minY, left <= right else { continue }
            let rows = 4
            let steps = Int(min(max(2, ((right - left) / 2).rounded(.up)), Self.mostSteps))
            var (low, high) = (CGFloat.infinity, -CGFloat.infinity)
            for row in 0...rows {
                let y = max(
                    box.minY + 0.01, min(box.maxY - 0.01, line.minY + line.height * CGFloat(row) / CGFloat(rows)))
                guard y >= line.minY - 0.01, y <= line.maxY + 0.01 else { continue }
                for step in 0...steps {
                    let x = left + (right - left) * CGFloat(step) / CGFloat(steps)
                    if path.contains(CGPoint(x: x, y: y)) { (low, high) = (min(low, x), max(high, x)) }
                }
            }
            if low <= high { holes.append(low - 0.01...high + 0.01) }
        }
        var result: [ClosedRange<CGFloat>] = []
        var x = line.minX
        for hole in holes.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if hole.lowerBound - x >= Self.narrowest { result.append(x...hole.lowerBound) }
            x = max(x, hole.upperBound)
        }
        if line.maxX - x >= Self.narrowest { result.append(x...line.maxX) }
        return result
    }
}
