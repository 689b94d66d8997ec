import CoreGraphics
import Foundation

/// A stack of matrices; functions change the top one. A new stack has one matrix, the identity.
///
/// *Source*: Apple, GLKit/GLKMatrixStack.h.
public final class GLKMatrixStack {
    var matrices = [GLKMatrix4Identity]

    var top: GLKMatrix4 {
        get { matrices[matrices.count - 1] }
        set { matrices[matrices.count - 1] = newValue }
    }
}

/// Apple's older name of `GLKMatrixStack`.
public typealias GLKMatrixStackRef = GLKMatrixStack

/// Makes a stack with the identity; the caller releases it. The allocator is ignored.
public func GLKMatrixStackCreate(_ alloc: CFAllocator?) -> Unmanaged<GLKMatrixStack>? {
    unsafe .passRetained(GLKMatrixStack())
}

/// Pushes a copy of the top matrix.
public func GLKMatrixStackPush(_ stack: GLKMatrixStack) { stack.matrices.append(stack.top) }

/// Removes the top matrix, unless it is the only one.
public func GLKMatrixStackPop(_ stack: GLKMatrixStack) {
    if stack.matrices.count > 1 { stack.matrices.removeLast() }
}

/// Returns the number of matrices.
public func GLKMatrixStackSize(_ stack: GLKMatrixStack) -> Int32 { Int32(stack.matrices.count) }

/// Sets the top matrix.
public func GLKMatrixStackLoadMatrix4(_ stack: GLKMatrixStack, _ matrix: GLKMatrix4) { stack.top = matrix }

/// Returns the top matrix.
public func GLKMatrixStackGetMatrix4(_ stack: GLKMatrixStack) -> GLKMatrix4 { stack.top }

/// Returns the upper left 3 x 3 elements of the top matrix.
public func GLKMatrixStackGetMatrix3(_ stack: GLKMatrixStack) -> GLKMatrix3 { GLKMatrix4GetMatrix3(stack.top) }

/// Returns the upper left 2 x 2 elements of the top matrix.
public func GLKMatrixStackGetMatrix2(_ stack: GLKMatrixStack) -> GLKMatrix2 { GLKMatrix4GetMatrix2(stack.top) }

/// Returns the inverse of the top matrix; the identity if there is none.
public func GLKMatrixStackGetMatrix4Inverse(_ stack: GLKMatrixStack) -> GLKMatrix4 {
    GLKMatrix4Invert(stack.top, nil)
}

/// Returns the transpose of the inverse of the top matrix; the identity if there is none.
public func GLKMatrixStackGetMatrix4InverseTranspose(_ stack: GLKMatrixStack) -> GLKMatrix4 {
    GLKMatrix4InvertAndTranspose(stack.top, nil)
}

/// Returns the inverse of the top matrix's upper left 3 x 3 elements; the identity if there is none.
public func GLKMatrixStackGetMatrix3Inverse(_ stack: GLKMatrixStack) -> GLKMatrix3 {
    GLKMatrix3Invert(GLKMatrix4GetMatrix3(stack.top), nil)
}

/// Returns the transpose of the inverse of the top matrix's upper left 3 x 3 elements; the identity if there is none.
public func GLKMatrixStackGetMatrix3InverseTranspose(_ stack: GLKMatrixStack) -> GLKMatrix3 {
    GLKMatrix3InvertAndTranspose(GLKMatrix4GetMatrix3(stack.top), nil)
}

/// Applies a matrix before the top matrix.
public func GLKMatrixStackMultiplyMatrix4(_ stack: GLKMatrixStack, _ matrix: GLKMatrix4) {
    stack.top = GLKMatrix4Multiply(stack.top, matrix)
}

/// Applies the right stack's top matrix before the left stack's.
public func GLKMatrixStackMultiplyMatrixStack(_ stackLeft: GLKMatrixStack, _ stackRight: GLKMatrixStack) {
    stackLeft.top = GLKMatrix4Multiply(stackLeft.top, stackRight.top)
}

/// Applies a translation before the top matrix.
public func GLKMatrixStackTranslate(_ stack: GLKMatrixStack, _ tx: Float, _ ty: Float, _ tz: Float) {
    stack.top = GLKMatrix4Translate(stack.top, tx, ty, tz)
}

/// Applies a translation by a vector before the top matrix.
public func GLKMatrixStackTranslateWithVector3(_ stack: GLKMatrixStack, _ translationVector: GLKVector3) {
    stack.top = GLKMatrix4TranslateWithVector3(stack.top, translationVector)
}

/// Applies a translation by a vector's first three components before the top matrix.
public func GLKMatrixStackTranslateWithVector4(_ stack: GLKMatrixStack, _ translationVector: GLKVector4) {
    stack.top = GLKMatrix4TranslateWithVector4(stack.top, translationVector)
}

/// Applies a scale before the top matrix.
public func GLKMatrixStackScale(_ stack: GLKMatrixStack, _ sx: Float, _ sy: Float, _ sz: Float) {
    stack.top = GLKMatrix4Scale(stack.top, sx, sy, sz)
}

/// Applies a scale by a vector before the top matrix.
public func GLKMatrixStackScaleWithVector3(_ stack: GLKMatrixStack, _ scaleVector: GLKVector3) {
    stack.top = GLKMatrix4ScaleWithVector3(stack.top, scaleVector)
}

/// Applies a scale by a vector's first three components before the top matrix.
public func GLKMatrixStackScaleWithVector4(_ stack: GLKMatrixStack, _ scaleVector: GLKVector4) {
    stack.top = GLKMatrix4ScaleWithVector4(stack.top, scaleVector)
}

/// Applies a rotation about an axis, in radians, before the top matrix.
public func GLKMatrixStackRotate(_ stack: GLKMatrixStack, _ radians: Float, _ x: Float, _ y: Float, _ z: Float) {
    stack.top = GLKMatrix4Rotate(stack.top, radians, x, y, z)
}

/// Applies a rotation about a vector, in radians, before the top matrix.
public func GLKMatrixStackRotateWithVector3(_ stack: GLKMatrixStack, _ radians: Float, _ axisVector: GLKVector3) {
    stack.top = GLKMatrix4RotateWithVector3(stack.top, radians, axisVector)
}

/// Applies a rotation about a vector's first three components, in radians, before the top matrix.
public func GLKMatrixStackRotateWithVector4(_ stack: GLKMatrixStack, _ radians: Float, _ axisVector: GLKVector4) {
    stack.top = GLKMatrix4RotateWithVector4(stack.top, radians, axisVector)
}

/// Applies a rotation about the x axis, in radians, before the top matrix.
public func GLKMatrixStackRotateX(_ stack: GLKMatrixStack, _ radians: Float) {
    stack.top = GLKMatrix4RotateX(stack.top, radians)
}

/// Applies a rotation about the y axis, in radians, before the top matrix.
public func GLKMatrixStackRotateY(_ stack: GLKMatrixStack, _ radians: Float) {
    stack.top = GLKMatrix4RotateY(stack.top, radians)
}

/// Applies a rotation about the z axis, in radians, before the top matrix.
public func GLKMatrixStackRotateZ(_ stack: GLKMatrixStack, _ radians: Float) {
    stack.top = GLKMatrix4RotateZ(stack.top, radians)
}
