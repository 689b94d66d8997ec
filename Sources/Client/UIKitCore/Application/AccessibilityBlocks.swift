import CoreGraphics
import Foundation

// Blocks that compute an element's accessibility values each time that these are read.
//
// *Source*: Apple, UIAccessibility, `accessibilityLabelBlock` and others (iOS 17). That a block goes before the value that was set is a
// guess.

/// A block that returns a text.
public typealias AXStringReturnBlock = () -> String?
/// A block that returns a text with attributes.
public typealias AXAttributedStringReturnBlock = () -> NSAttributedString?
/// A block that returns a condition.
public typealias AXBoolReturnBlock = () -> Bool
/// A block that returns objects, such as elements or actions.
public typealias AXArrayReturnBlock = () -> [Any]?
/// A block that returns traits.
public typealias AXTraitsReturnBlock = () -> UIAccessibilityTraits
/// A block that returns a rectangle. *Space*: the window's.
public typealias AXRectReturnBlock = () -> CGRect
/// A block that returns a point. *Space*: the window's.
public typealias AXPointReturnBlock = () -> CGPoint
/// A block that does something.
public typealias AXVoidReturnBlock = () -> Void
/// A block that returns further texts.
public typealias AXCustomContentReturnBlock = () -> [AXCustomContent]?

/// The values that have a block.
enum AccessibilityBlock {
    case isElement, label, value, hint, identifier, traits, frame, activationPoint, elements, areElementsHidden
    case isModal, groupsChildren, customActions, language
}

/// The blocks of one object, which are among its associated ones.
final class AccessibilityBlocks: NSObject {
    private var blocks: [AccessibilityBlock: Any] = [:]
    // Safe because: blocks are set on the main thread, and a reader elsewhere sees either value of one bit.
    private nonisolated(unsafe) static var areUsed = false
    // Safe because: the memory is never read or written, and never freed.
    private nonisolated(unsafe) static let key = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)

    /// An object's block; nil for none.
    static func block<Block>(_ name: AccessibilityBlock, of object: AnyObject, _ type: Block.Type) -> Block? {
        guard unsafe areUsed, let found = unsafe objc_getAssociatedObject(object, UnsafeRawPointer(key)) else {
            return nil
        }
        return (found as? AccessibilityBlocks)?.blocks[name] as? Block
    }

    /// Sets or removes an object's block.
    static func set(_ name: AccessibilityBlock, of object: AnyObject, to block: Any?) {
        unsafe areUsed = true
        if let found = unsafe objc_getAssociatedObject(object, UnsafeRawPointer(key)) as? AccessibilityBlocks {
            return found.blocks[name] = block
        }
        let new = AccessibilityBlocks()
        new.blocks[name] = block
        unsafe objc_setAssociatedObject(object, UnsafeRawPointer(key), new, .OBJC_ASSOCIATION_RETAIN)
    }
}

extension UIAccessibilityElement {
    /// Computes `isAccessibilityElement`.
    public var isAccessibilityElementBlock: AXBoolReturnBlock? {
        get { AccessibilityBlocks.block(.isElement, of: self, AXBoolReturnBlock.self) }
        set { AccessibilityBlocks.set(.isElement, of: self, to: newValue) }
    }
    /// Computes `accessibilityLabel`.
    public var accessibilityLabelBlock: AXStringReturnBlock? {
        get { AccessibilityBlocks.block(.label, of: self, AXStringReturnBlock.self) }
        set { AccessibilityBlocks.set(.label, of: self, to: newValue) }
    }
    /// Computes `accessibilityValue`.
    public var accessibilityValueBlock: AXStringReturnBlock? {
        get { AccessibilityBlocks.block(.value, of: self, AXStringReturnBlock.self) }
        set { AccessibilityBlocks.set(.value, of: self, to: newValue) }
    }
    /// Computes `accessibilityHint`.
    public var accessibilityHintBlock: AXStringReturnBlock? {
        get { AccessibilityBlocks.block(.hint, of: self, AXStringReturnBlock.self) }
        set { AccessibilityBlocks.set(.hint, of: self, to: newValue) }
    }
    /// Computes `accessibilityIdentifier`.
    public var accessibilityIdentifierBlock: AXStringReturnBlock? {
        get { AccessibilityBlocks.block(.identifier, of: self, AXStringReturnBlock.self) }
        set { AccessibilityBlocks.set(.identifier, of: self, to: newValue) }
    }
    /// Computes `accessibilityTraits`.
    public var accessibilityTraitsBlock: AXTraitsReturnBlock? {
        get { AccessibilityBlocks.block(.traits, of: self, AXTraitsReturnBlock.self) }
        set { AccessibilityBlocks.set(.traits, of: self, to: newValue) }
    }
    /// Computes `accessibilityFrame`.
    public var accessibilityFrameBlock: AXRectReturnBlock? {
        get { AccessibilityBlocks.block(.frame, of: self, AXRectReturnBlock.self) }
        set { AccessibilityBlocks.set(.frame, of: self, to: newValue) }
    }
}
